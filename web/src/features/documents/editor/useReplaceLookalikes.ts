import { useCallback } from 'react';
import { logProblem } from '../../../shared/log.ts';
import type { EditorPaneProps } from './languages/editor-pane.ts';

/**
 * Returns a function that replaces the look-alike characters of the code, with code that loads then. It returns false,
 * and changes nothing, if the editor is read-only.
 */
export function useReplaceLookalikes({
  gate,
  language: { id },
  isReadOnly,
}: Pick<EditorPaneProps, 'gate' | 'language' | 'isReadOnly'>): () => boolean {
  return useCallback(() => {
    if (isReadOnly) return false;
    import('../sync/edits/replace-lookalikes.ts').then(
      ({ replaceLookalikes }) => replaceLookalikes(gate, id),
      (cause: unknown) => logProblem('The look-alike characters could not be replaced', cause),
    );
    return true;
  }, [gate, id, isReadOnly]);
}
