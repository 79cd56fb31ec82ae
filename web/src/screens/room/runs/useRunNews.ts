import { useEffect, useState } from 'react';
import type { RunSession } from '../../../features/runs/session/run-session.ts';
import { useStore } from '../../../shared/store.ts';
import { whenIdle } from '../../../shared/when-idle.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { loadRuns } from './load-runs.ts';

/** How long runs wait for an idle moment once the editor is shown (ms). */
const LOADED_WITHIN_MS = 2_000;

/**
 * Opens the output if a run begins, an offer needs an answer, or there is nothing to run. If it covers the code, only
 * the user's own run opens it; returns true if another one has news. Loads runs after the editor, because on a slow
 * phone they would delay it.
 */
export function useRunNews(room: LiveRoom, isEditorReady: boolean): boolean {
  const runs = useStore(room.runs);
  const isOpen = useStore(room.panes.store, ({ output }) => output);
  const isConnected = useRoomState(room, (state) => state.isConnected);
  const [hasNews, setNews] = useState(false);
  // Each connection repeats a failed load.
  useEffect(() => {
    if (isEditorReady) return whenIdle(() => void loadRuns(room).catch(() => undefined), LOADED_WITHIN_MS);
  }, [room, isEditorReady, isConnected]);
  useEffect(() => {
    if (!runs) return;
    return followRuns(room, runs.session, (isOwn) => {
      if (!isOwn && room.panes.store.get().isSingle) setNews(true);
      else room.panes.showOutput('Output');
    });
  }, [room, runs]);
  useEffect(() => {
    if (isOpen) setNews(false);
  }, [isOpen]);
  return hasNews && !isOpen;
}

/** Calls `onNews` for each new run, end, offer, line that a program waits for, and press on Run without a program. */
function followRuns(room: LiveRoom, session: RunSession, onNews: (isOwn: boolean) => void): () => void {
  let seen = '';
  const look = () => {
    const { run, offer, ask, isNothing } = session.store.get();
    const known = run ? `${run.id} ${run.end ? 'ended' : (ask ?? '')}` : '';
    const now = isNothing ? 'nothing' : offer ? `offer ${offer.language}` : known;
    // Ignored, because an answer is no news.
    const isAnswered = run?.end === null && ask === null && seen.startsWith(run.id);
    if (now === seen || (isAnswered && !offer && !isNothing)) return;
    const isBegin = !now.endsWith('ended') || seen === '';
    seen = now;
    const isOwn = offer !== null || isNothing || (run?.by.id === room.connection.store.get().self?.id && isBegin);
    if (now !== '') onNews(isOwn);
  };
  look();
  return session.store.subscribe(look).unsubscribe;
}
