import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { useEffect, useState } from 'react';
import { prepareEditor } from '../../features/documents/EditorPane.tsx';
import { useLocalDocument } from '../../features/documents/editor/useLocalDocument.ts';
import { cacheEditorAssets } from '../../pwa/editor-assets.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { FIRST_TEXT, forgetKept, readKept, storeKept } from './kept-text.ts';
import { keptOf, openTryRoom } from './try-room.ts';
import type { TryRoom } from './try-room.ts';
import { openTryRuns } from './try-session.ts';
import type { TryRuns } from './try-session.ts';

/** How long typed text may take to the device's storage (ms). */
const KEEP_AFTER_MS = 250;
/** The latest time at which the files for use without a network are fetched (ms). */
const PREPARE_WITHIN_MS = 3_000;

/** The files and the runs of the page to try the editor. */
export interface TryPage {
  room: TryRoom;
  runs: TryRuns;
}

/** Returns the page with the files that this device keeps; null before the first effect. */
export function useTryPage(): TryPage | null {
  const [kept] = useState(readKept);
  const document = useLocalDocument({ ...kept.texts, [SHARED_TEXT]: kept.code });
  const [page, setPage] = useState<TryPage | null>(null);
  useEffect(() => {
    prepareEditor();
    if (!document) return;
    const room = openTryRoom(document, kept);
    const runs = openTryRuns(room);
    const stopKeeping = keepText(room);
    const stopPreparing = whenIdle(() => void prepareAhead(runs), PREPARE_WITHIN_MS);
    setPage({ room, runs });
    return () => {
      stopPreparing();
      stopKeeping();
      room.leave();
    };
  }, [document, kept]);
  return page;
}

async function prepareAhead(runs: TryRuns): Promise<void> {
  // If there is no network, a part that is not cached fails when it is first used.
  await runs.prepare().catch(() => undefined);
  await cacheEditorAssets().catch(() => undefined);
}

/** Keeps the files on this device while they change; returns the function that stops. */
function keepText(room: TryRoom): () => void {
  const { editing } = room.document.gate;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const kept = keptOf(room);
    if (kept.code === '' && kept.language === FIRST_TEXT.language && !kept.files) forgetKept();
    else storeKept(kept);
  };
  const soon = () => void (timer ??= setTimeout(now, KEEP_AFTER_MS));
  editing.on('update', soon);
  const { unsubscribe } = room.connection.store.subscribe(soon);
  window.addEventListener('pagehide', now);
  return () => {
    now();
    editing.off('update', soon);
    unsubscribe();
    window.removeEventListener('pagehide', now);
  };
}
