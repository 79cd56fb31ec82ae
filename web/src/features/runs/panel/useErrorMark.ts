import type { Run } from '@cip/contracts/runs/runs';
import { useEffect } from 'react';
import { programHash } from '../state/run-id.ts';
import type { RunRoom } from '../state/run-room.ts';
import { errorLookalikes } from './error-lookalikes.ts';
import { UNNAMED } from './run-text.ts';
import { visibleLine } from '../output/visible-text.ts';

/** The commands of the editor that runs use. */
export interface MarkableEditor {
  focus(): void;
  mark(problem: { line: number; column: number | null; message: string } | null): void;
  goTo(line: number, column: number | null): void;
  /** Replaces the look-alike characters of the code. Returns false, and changes nothing, if it cannot be typed in. */
  replaceLookalikes(): boolean;
}

/** Marks the line of a run's error in the editor, while the document is the text that ran. */
export function useErrorMark(editor: MarkableEditor | null, room: RunRoom, run: Run | null): void {
  const error = run?.end?.error ?? null;
  const hash = run?.hash;
  const language = run?.language ?? '';
  useEffect(() => {
    if (!editor || hash === undefined || error === null || error.line === null) return;
    if (programHash(room) !== hash) return;
    const code = room.text();
    const { line, column, name, message } = error;
    const said = visibleLine(message.includes(name) || name === UNNAMED ? message : `${name}: ${message}`);
    const lookalikes = errorLookalikes({ text: code, language, line })?.sentence;
    editor.mark({ line, column, message: lookalikes === undefined ? said : `${lookalikes}\n${said}` });
    return () => editor.mark(null);
  }, [editor, room, hash, error, language]);
}
