import { useCallback, useEffect, useRef } from 'react';
import { logProblem } from '../../../shared/log.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { EditorPaneProps } from '../editor/languages/editor-pane.ts';
import { canFormat } from './format-languages.ts';

type Formatting = Pick<EditorPaneProps, 'gate' | 'language' | 'isReadOnly' | 'onFormatted'>;

/** Returns a function that formats the code, and says why if it does not. */
export function useFormat({ gate, language: { id, label }, isReadOnly, onFormatted }: Formatting): () => void {
  const isBusy = useRef(false);
  // Also while a formatter works.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = !isReadOnly;
    return () => void (isOpen.current = false);
  }, [gate, isReadOnly]);
  return useCallback(() => {
    if (isBusy.current) return;
    if (isReadOnly) return toast('bad', 'The code cannot be changed now.');
    if (!canFormat(id)) return toast('bad', `There is no formatter for ${label}.`);
    isBusy.current = true;
    const format = async () => {
      const { formatCode } = await import('./format-code.ts');
      const done = await formatCode(gate, id, () => isOpen.current);
      if (done.kind === 'changed') onFormatted?.();
      else toast(done.kind === 'same' ? 'good' : 'bad', done.text);
    };
    format()
      .catch((cause: unknown) => {
        logProblem('The code could not be formatted', cause);
        toast('bad', 'The formatter could not be loaded. Nothing was changed.');
      })
      .finally(() => (isBusy.current = false));
  }, [gate, id, label, isReadOnly, onFormatted]);
}
