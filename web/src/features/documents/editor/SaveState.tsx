import { useEffect, useState } from 'react';
import { describeSaveStatus } from './save-status-text.ts';
import type { SaveStatus, SaveQueue } from './save-status-text.ts';
import type { CodeState } from '../sync/live-code.ts';
import styles from './documents.module.css';

/** Most edits are saved sooner than this; a word that flickers with each key says nothing. In milliseconds. */
const CALM_MS = 400;

/** Where the code is, in a few words that are always true. */
export function SaveState({ code, saves }: { code: CodeState; saves?: SaveQueue }) {
  const { kind, text } = useCalm(describeSaveStatus(code, saves));
  return (
    <span className={styles['save']} data-kind={kind} data-testid="save-state" title={text}>
      {text}
    </span>
  );
}

/** Takes up words that stay; passes over a "Saving…" that is gone again at once. Everything else shows immediately. */
function useCalm(words: SaveStatus): SaveStatus {
  const [shown, setShown] = useState(words);
  const { kind, text } = words;
  const isNew = kind !== shown.kind || text !== shown.text;
  // During the render, so that nothing untrue is ever drawn.
  if (isNew && kind !== 'saving') setShown(words);
  useEffect(() => {
    const timer = setTimeout(() => setShown({ kind, text }), CALM_MS);
    return () => clearTimeout(timer);
  }, [kind, text]);
  return isNew && kind !== 'saving' ? words : shown;
}
