import type { LiveRoom } from '../live/live-room.ts';
import { OutputToggle } from './OutputToggle.tsx';
import { RunButton } from './RunButton.tsx';

/** The bar's controls of runs. */
export function RunControls({ room }: { room: LiveRoom }) {
  return (
    <>
      <RunButton room={room} />
      <OutputToggle room={room} />
    </>
  );
}
