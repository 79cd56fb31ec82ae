import { useEffect, useState } from 'react';
import { prepareEditor } from '../../features/documents/EditorPane.tsx';
import { useLocalDocument } from '../../features/documents/editor/useLocalDocument.ts';
import type { LocalDocument } from '../../features/documents/editor/useLocalDocument.ts';
import { cacheEditorAssets } from '../../pwa/editor-assets.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { FIRST_TEXT, forgetKept, keep, readKept, sampleInPlaceOf } from './kept-text.ts';
import { openTryRuns } from './try-session.ts';
import type { TryRuns } from './try-session.ts';

/** How long typed text may take to the device's storage (ms). */
const KEEP_AFTER_MS = 250;
/** The latest time at which the files for use without a network are fetched (ms). */
const PREPARE_WITHIN_MS = 3_000;

/** The document and the runs of the page to try the editor. */
export interface TryPage {
  document: LocalDocument;
  runs: TryRuns;
  setLanguage: (language: string) => void;
  /** Empties the page, and removes its text from this device. */
  clear: () => void;
}

/** Returns the page with the text that this device keeps; null before the first effect. */
export function useTryPage(): TryPage | null {
  const [kept] = useState(readKept);
  const document = useLocalDocument(kept.code);
  const [page, setPage] = useState<TryPage | null>(null);
  useEffect(() => {
    prepareEditor();
    if (!document) return;
    const runs = openTryRuns(document, kept.language);
    const stopKeeping = keepText(document, runs);
    const stopPreparing = whenIdle(() => void prepareAhead(runs), PREPARE_WITHIN_MS);
    setPage({
      document,
      runs,
      setLanguage: (language) => setLanguage(document, runs, language),
      clear: () => clear(document, runs),
    });
    return () => {
      stopPreparing();
      stopKeeping();
      runs.close();
    };
  }, [document, kept]);
  return page;
}

async function prepareAhead(runs: TryRuns): Promise<void> {
  // If there is no network, a part that is not cached fails when it is first used.
  await runs.prepare().catch(() => undefined);
  await cacheEditorAssets().catch(() => undefined);
}

/** Keeps the text on this device while it changes; returns the function that stops. */
function keepText({ gate }: LocalDocument, { state }: TryRuns): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const text = { language: state.get().language, code: gate.text.toJSON() };
    if (text.code === '' && text.language === FIRST_TEXT.language) forgetKept();
    else keep(text);
  };
  const soon = () => (timer ??= setTimeout(now, KEEP_AFTER_MS));
  gate.text.observe(soon);
  const { unsubscribe } = state.subscribe(soon);
  window.addEventListener('pagehide', now);
  return () => {
    now();
    gate.text.unobserve(soon);
    unsubscribe();
    window.removeEventListener('pagehide', now);
  };
}

/** Changes the language, and with it a sample that nobody has changed. */
function setLanguage({ gate }: LocalDocument, { state }: TryRuns, language: string): void {
  const sample = sampleInPlaceOf({ language: state.get().language, code: gate.text.toJSON() }, language);
  state.set((whole) => ({ ...whole, language }));
  if (sample === null) return;
  gate.editing.transact(() => {
    gate.text.delete(0, gate.text.length);
    gate.text.insert(0, sample);
  });
}

function clear({ gate }: LocalDocument, { session, state }: TryRuns): void {
  gate.text.delete(0, gate.text.length);
  gate.undoManager.clear();
  session.clear();
  session.input.write('');
  state.set((whole) => ({ ...whole, language: FIRST_TEXT.language }));
  forgetKept();
}
