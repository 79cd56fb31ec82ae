import type { RunPiece } from '@cip/contracts/runs/runs';
import { Terminal } from './terminal.ts';
import type { Stretch } from './terminal.ts';

/** Text as a terminal draws it, or one table as JSON. */
export interface OutputBlock {
  /** Number of its first piece. */
  seq: number;
  content: Stretch[] | string;
}

/** Returns output for display: all text between two tables is drawn by one terminal, whatever its streams are. */
export function blocksOf(pieces: readonly Pick<RunPiece, 'seq' | 'stream' | 'text'>[]): OutputBlock[] {
  const blocks: { seq: number; content: Terminal | string }[] = [];
  for (const { seq, stream, text } of pieces) {
    const last = blocks.at(-1)?.content;
    if (stream === 'table') blocks.push({ seq, content: text });
    else if (last instanceof Terminal) last.write(stream, text);
    else blocks.push({ seq, content: written(stream, text) });
  }
  return blocks.map(({ seq, content }) => ({ seq, content: typeof content === 'string' ? content : content.drawn() }));
}

/** Returns a text of one stream as a terminal draws it. */
export function drawnText(stream: Stretch['stream'], text: string): Stretch[] {
  return written(stream, text).drawn();
}

function written(stream: Stretch['stream'], text: string): Terminal {
  const terminal = new Terminal();
  terminal.write(stream, text);
  return terminal;
}
