import type { Run } from '@cip/contracts/runs/runs';
import { useEffect } from 'react';
import { hashOf } from '../session/run-id.ts';
import type { RunRoom } from '../session/run-room.ts';
import { UNNAMED } from './run-text.ts';
import { visibleLine } from '../output/visible-text.ts';

/** The commands of the editor that runs use. */
export interface MarkableEditor {
  focus(): void;
  mark(problem: { line: number; column: number | null; message: string } | null): void;
  goTo(line: number, column: number | null): void;
}

/** Marks the line of a run's error in the editor, while the document is the text that ran. */
export function useErrorMark(editor: MarkableEditor | null, { text }: RunRoom, run: Run | null): void {
  const error = run?.end?.error ?? null;
  const hash = run?.hash;
  useEffect(() => {
    if (!editor || hash === undefined || error === null || error.line === null) return;
    if (hashOf(text()) !== hash) return;
    const { line, column, name, message } = error;
    editor.mark({
      line,
      column,
      message: visibleLine(message.includes(name) || name === UNNAMED ? message : `${name}: ${message}`),
    });
    return () => editor.mark(null);
  }, [editor, text, hash, error]);
}
