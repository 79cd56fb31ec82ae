import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { importWithRetry } from '../../../shared/ui/loading/import-with-retry.ts';
import type { LiveRoom } from '../live/live-room.ts';
import type { RunParts } from './run-parts.ts';

const loading = new WeakMap<LiveRoom, Promise<RunParts>>();

/** Loads what shows and executes the runs of a room, once. */
export function loadRuns(room: LiveRoom): Promise<RunParts> {
  const earlier = loading.get(room);
  if (earlier) return earlier;
  const parts = load(room);
  loading.set(room, parts);
  parts.catch(() => loading.delete(room));
  return parts;
}

async function load(room: LiveRoom): Promise<RunParts> {
  const { openRuns } = await importWithRetry(() => import('./room-runs.ts'));
  const parts = openRuns(room);
  room.runs.set(parts);
  return parts;
}

/** Runs the code of a room, or stops its run. */
export function pressRun(room: LiveRoom): void {
  void loadRuns(room).then(
    ({ session }) => session.press(),
    // Without a connection its banner shows why.
    ({ message }: Error) => room.connection.store.get().isConnected && toast('bad', message),
  );
}
