import type { RunPiece } from '@cip/contracts/runs/runs';

/** Pieces of one stream in a row, or one table. */
export interface OutputBlock {
  /** Number of its first piece. */
  seq: number;
  stream: RunPiece['stream'];
  text: string;
}

/** Joins pieces for display, so that escape sequences and lines that pieces divide are whole. */
export function blocksOf(pieces: readonly RunPiece[]): OutputBlock[] {
  const blocks: OutputBlock[] = [];
  for (const { seq, stream, text } of pieces) {
    const last = blocks.at(-1);
    if (last?.stream === stream && stream !== 'table') last.text += text;
    else blocks.push({ seq, stream, text });
  }
  return blocks;
}
