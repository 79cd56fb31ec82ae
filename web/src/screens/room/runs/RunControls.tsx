import { Suspense } from 'react';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { PreviewToggle } from './load-runs.ts';
import { OutputToggle } from './OutputToggle.tsx';
import { RunButtons } from './RunButtons.tsx';

/** The bar's controls of runs. */
export function RunControls({ room }: { room: LiveRoom }) {
  const runs = useStore(room.runs);
  return (
    <>
      <RunButtons room={room} />
      <OutputToggle room={room} />
      <Suspense>{runs && <PreviewToggle room={room} preview={runs.preview} />}</Suspense>
    </>
  );
}
