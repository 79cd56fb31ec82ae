import { useEffect, useState } from 'react';
import type { CodeState } from './live-code.ts';
import styles from './documents.module.css';

/** Most edits are saved sooner than this; a word that flickers with each key says nothing. In milliseconds. */
const CALM_MS = 400;

/** Where the code is, in a few words that are always true. */
export function SaveState({ code, queued }: { code: CodeState; queued: number }) {
  const { text, isBad } = describe(code, queued);
  const shown = useCalm(text);
  return (
    <span className={styles['save']} data-bad={isBad} data-testid="save-state" title={savedAt(code)}>
      {shown}
    </span>
  );
}

function describe({ sync, isHolding, hasText }: CodeState, queued: number): { text: string; isBad: boolean } {
  if (sync.kind === 'refused') return { text: `Not saved: ${sync.error.message}`, isBad: true };
  if (sync.kind === 'waiting') return { text: 'Kept on this device', isBad: true };
  if (queued > 0) return { text: 'Saved offline', isBad: true };
  if (sync.kind === 'saving') return { text: 'Saving…', isBad: false };
  if (isHolding) return { text: 'Not sent yet: press Enter', isBad: false };
  return { text: hasText ? 'Saved' : '', isBad: false };
}

/** Takes up a text that stays; passes over one that is gone again at once. */
function useCalm(text: string): string {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), text === 'Saving…' ? CALM_MS : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return shown;
}

function savedAt({ sync }: CodeState): string | undefined {
  if (sync.kind !== 'saved' || sync.at === null) return undefined;
  return `Saved at ${new Date(sync.at).toLocaleTimeString('en-US')}`;
}
