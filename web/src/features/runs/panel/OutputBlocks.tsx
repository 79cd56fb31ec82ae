import type { RunPiece } from '@cip/contracts/runs/runs';
import { useMemo } from 'react';
import { blocksOf } from '../output/output-blocks.ts';
import { OutputTable } from './OutputTable.tsx';
import { DrawnText } from './OutputText.tsx';

/** The pieces of a run's output: text as a terminal draws it, and tables. */
export function OutputBlocks({ pieces }: { pieces: readonly RunPiece[] }) {
  const blocks = useMemo(() => blocksOf(pieces), [pieces]);
  return blocks.map(({ seq, content }) =>
    typeof content === 'string' ? (
      <OutputTable key={seq} text={content} />
    ) : (
      <DrawnText key={seq} stretches={content} />
    ),
  );
}
