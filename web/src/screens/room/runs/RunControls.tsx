import type { LiveRoom } from '../live/live-room.ts';
import { OutputToggle } from './OutputToggle.tsx';
import { PreviewToggle } from './PreviewToggle.tsx';
import { RunButtons } from './RunButtons.tsx';

/** The bar's controls of runs. */
export function RunControls({ room }: { room: LiveRoom }) {
  return (
    <>
      <RunButtons room={room} />
      <OutputToggle room={room} />
      <PreviewToggle room={room} />
    </>
  );
}
