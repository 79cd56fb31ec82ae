import type { RunsState } from '../../../features/runs/state/run-state.ts';
import type { ReadableStore } from '../../../shared/store.ts';
import type { RoomPanes } from '../live/room-panes.ts';

/** How long the texts of a run that another device has may be on their way (ms). */
const TEXT_WITHIN_MS = 3_000;

interface Follower {
  /** Whether this device shows runs of a language now. */
  isWanted: (language: string) => boolean;
  /** Returns the hash of the present texts. */
  hash: () => string;
  onTextChange: (listener: () => void) => () => void;
  panes: Pick<RoomPanes, 'store' | 'showPreview'>;
  show: (of: string) => void;
  /** Makes a place for the preview. */
  offer: () => void;
}

/**
 * Shows each new run that another device has, from the same text: once it is here, and on a phone once its preview is
 * opened. Returns the function that ends this.
 */
export function followRuns(store: ReadableStore<RunsState>, follower: Follower): () => void {
  let seen = store.get().run?.id;
  let waiting = new AbortController();
  const look = () => {
    const { run } = store.get();
    if (!run || run.id === seen || run.tests === true) return;
    seen = run.id;
    waiting.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    // The page's own run is noted as such only after it is shown.
    setTimeout(() => {
      const { phase, run: now } = store.get();
      if (signal.aborted || phase === 'here' || now?.end !== null || !follower.isWanted(run.language)) return;
      void whenHere(run.hash, follower, signal).then(async (isHere) => {
        if (!isHere) return;
        follower.offer();
        await whenOpen(follower.panes, signal);
        if (!signal.aborted) follower.show(`${run.by.name}’s run`);
      });
    });
  };
  const { unsubscribe } = store.subscribe(look);
  return () => {
    unsubscribe();
    waiting.abort();
  };
}

/** Resolves with whether the texts of a run are on this page, once they are. */
async function whenHere(hash: string, { hash: now, onTextChange }: Follower, signal: AbortSignal): Promise<boolean> {
  if (now() === hash) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = onTextChange(() => now() === hash && resolve(true));
  const timer = setTimeout(() => resolve(false), TEXT_WITHIN_MS);
  signal.addEventListener('abort', () => resolve(false));
  const isHere = await promise;
  stop();
  clearTimeout(timer);
  return isHere;
}

/** Opens the preview beside the code; in a window for one pane, waits until a person opens it. */
async function whenOpen(panes: Follower['panes'], signal: AbortSignal): Promise<void> {
  const { store } = panes;
  if (!store.get().isSingle) return panes.showPreview();
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => store.get().cover === 'preview' && resolve();
  const { unsubscribe } = store.subscribe(look);
  signal.addEventListener('abort', () => resolve());
  look();
  await promise;
  unsubscribe();
}
