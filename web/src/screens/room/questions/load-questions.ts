import { importWithRetry } from '../../../shared/ui/loading/import-with-retry.ts';
import type { LiveRoom } from '../live/live-room.ts';

const loading = new WeakSet<LiveRoom>();

/** Loads what shows the questions of a room, once. */
export function loadQuestions(room: LiveRoom): void {
  if (loading.has(room)) return;
  loading.add(room);
  importWithRetry(() => import('./room-questions.ts')).then(
    ({ openQuestions }) => room.questions.set(openQuestions(room)),
    // Without a network it loads when the room is connected again.
    () => loading.delete(room),
  );
}
