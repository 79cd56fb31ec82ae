import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { importWithRetry } from '../../../shared/ui/loading/import-with-retry.ts';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom, RoomRuns } from '../live/live-room.ts';

const loadPlace = () => import('./RunPlace.tsx');
/** The view of a room's runs; it is loaded once `room.runs` is set. */
export const RunPlace = lazyPart(async () => (await loadPlace()).RunPlace);

/** The toggle of a room's preview; it is loaded with the view. */
export const PreviewToggle = lazyPart(async () => (await import('./PreviewToggle.tsx')).PreviewToggle);

const loading = new WeakMap<LiveRoom, Promise<RoomRuns>>();

/** Loads the view and the execution of a room's runs, once. */
export function loadRuns(room: LiveRoom): Promise<RoomRuns> {
  const earlier = loading.get(room);
  if (earlier) return earlier;
  const runs = load(room);
  loading.set(room, runs);
  runs.catch(() => loading.delete(room));
  return runs;
}

async function load(room: LiveRoom): Promise<RoomRuns> {
  const [{ openRuns }] = await importWithRetry(() => Promise.all([import('./room-runs.ts'), loadPlace()]));
  await RunPlace.preload();
  const runs = openRuns(room);
  room.runs.set(runs);
  return runs;
}

/** Runs the code of a room or its test files, or stops its run. */
export function pressRun(room: LiveRoom, isTests = false): void {
  void loadRuns(room).then(
    ({ session }) => session.press(isTests ? { isTests } : {}),
    // If there is no connection, its banner shows the reason.
    ({ message }: Error) => room.connection.store.get().isConnected && toast('bad', message),
  );
}
