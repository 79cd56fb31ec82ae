import { importWithRetry } from '../../../shared/ui/loading/import-with-retry.ts';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom } from '../live/live-room.ts';

const loadView = () => import('./RoomQuestion.tsx');
/** The view of a room's questions; it is loaded once `room.questions` is set. */
export const RoomQuestion = lazyPart(async () => (await loadView()).RoomQuestion);

const loading = new WeakSet<LiveRoom>();

/** Loads the view of a room's questions, once. */
export function loadQuestions(room: LiveRoom): void {
  if (loading.has(room)) return;
  loading.add(room);
  // If there is no network, it loads when the room is connected again.
  load(room).catch(() => loading.delete(room));
}

async function load(room: LiveRoom): Promise<void> {
  const [{ openQuestions }] = await importWithRetry(() => Promise.all([import('./room-questions.ts'), loadView()]));
  await RoomQuestion.preload();
  room.questions.set(openQuestions(room));
}
