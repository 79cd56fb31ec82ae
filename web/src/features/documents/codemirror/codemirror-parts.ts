import { Compartment } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect } from 'react';
import { whenIdle } from '../../../shared/when-idle.ts';

/** An empty part of an editor. */
export const NONE: Extension = [];

/** The parts of an editor that change while it is open. All editors share them, because a compartment has no state. */
export const PARTS = {
  vim: new Compartment(),
  language: new Compartment(),
  theme: new Compartment(),
  access: new Compartment(),
  wrap: new Compartment(),
  indent: new Compartment(),
  marks: new Compartment(),
  completion: new Compartment(),
  search: new Compartment(),
};

/** Latest start of loading a late part, in milliseconds. */
const LATE_WITHIN_MS = 500;

/** Replaces a part of the editor when its extension changes. */
export function usePart(view: EditorView | null, part: Compartment, extension: Extension): void {
  useEffect(() => {
    if (view) replacePart(view, part, extension);
  }, [view, part, extension]);
}

/**
 * Loads a part of the editor, which keeps the previous one until then; `null` removes it. A late part is loaded once
 * the page is idle, because typing does not wait for it.
 */
export function useLoadedPart(
  view: EditorView | null,
  part: Compartment,
  load: (() => Promise<Extension>) | null,
  isLate = false,
): void {
  useEffect(() => {
    if (!view) return;
    let isCurrent = true;
    const apply = (extension: Extension) => {
      if (isCurrent) replacePart(view, part, extension);
    };
    // Without its file, which needs the network before its first use, the editor does without the part.
    const start = () => void load?.().then(apply, () => apply(NONE));
    if (!load) apply(NONE);
    const stop = isLate ? whenIdle(start, LATE_WITHIN_MS) : start();
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [view, part, load, isLate]);
}

function replacePart(view: EditorView, part: Compartment, extension: Extension): void {
  if (part.get(view.state) !== extension) view.dispatch({ effects: part.reconfigure(extension) });
}
