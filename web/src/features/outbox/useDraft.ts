import { useEffect, useRef, useState } from 'react';
import { accountOfPage } from './account-of-page.ts';
import type { Author } from './outbox-entry.ts';
import type { SavedWhere, SentChange } from './save-change.ts';

/** A draft is saved when nothing was changed for this long, in milliseconds. */
const SAVE_AFTER_MS = 700;

/** The state of a draft: `typing` until it is saved, `saving` while it is. */
export type DraftState = SavedWhere | { kind: 'untouched' | 'typing' | 'saving' };

interface DraftOptions<Content> {
  /** The content by the server's latest reply. */
  server: Content;
  /** How many changes of it wait on this device. */
  queued: number;
  /** Returns the content after the changes that wait on this device. */
  withQueued: (content: Content) => Content;
  /** Sends the author's change from `base` to `content`; returns null when there is none. */
  send: (base: Content, content: Content, author: Author | null) => SentChange | null;
}

/** Manages a draft, which is saved shortly after the last key, and when the screen goes away. */
export function useDraft<Content>({ server, queued, withQueued, send }: DraftOptions<Content>) {
  const [content, setContent] = useState(() => withQueued(server));
  const [state, setState] = useState<DraftState>({ kind: 'untouched' });
  const [author] = useState(accountOfPage);
  const latest = useRef(content);
  // What the server has once the queue is empty: the next change builds on it.
  const base = useRef(content);
  // The latest content that was not refused: after a refusal, the next change builds on it.
  const safe = useRef(content);
  const last = useRef(Promise.resolve());
  const known = useRef(server);
  // The server's content from before the last save. A later reply has what another device wrote, too.
  const outdated = useRef(queued > 0 ? server : null);
  const hasQueue = useRef(queued > 0);

  const settle = (sent: Content, outcome: SavedWhere) => {
    if (outcome.kind === 'failed') base.current = safe.current;
    else if (base.current === sent) safe.current = sent;
    if (latest.current === sent) setState(outcome);
  };
  const save = () => {
    // One after the other on the disk only: a network that delivers nothing must not keep the next words in memory.
    last.current = last.current.then(async () => {
      const sent = latest.current;
      const change = send(base.current, sent, author);
      if (change === null) {
        base.current = sent;
        setState((current) => (current.kind === 'typing' ? { kind: 'untouched' } : current));
        return;
      }
      base.current = sent;
      outdated.current = known.current;
      setState({ kind: 'saving' });
      void change.outcome.then((outcome) => settle(sent, outcome));
      await change.stored;
      // A reply that arrived meanwhile is from before the change, too.
      outdated.current = known.current;
    });
    return last.current;
  };
  const change = (wanted: Content) => {
    latest.current = wanted;
    setContent(wanted);
    setState({ kind: 'typing' });
  };
  const follow = (wanted: Content) => {
    base.current = wanted;
    safe.current = wanted;
    latest.current = wanted;
    setContent(wanted);
  };
  const now = useRef({ save, withQueued });
  useEffect(() => {
    now.current = { save, withQueued };
  });
  useEffect(() => {
    if (state.kind !== 'typing') return;
    const timer = setTimeout(() => void now.current.save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, content]);
  useEffect(() => {
    // The page may show the draft before it has read what waits on this device.
    if (hasQueue.current || queued === 0 || state.kind !== 'untouched') return;
    hasQueue.current = true;
    outdated.current = known.current;
    follow(now.current.withQueued(known.current));
  }, [queued, state]);
  const isIdle = queued === 0 && state.kind !== 'typing' && state.kind !== 'saving';
  useEffect(() => {
    known.current = server;
    // A reply that arrives while a change is on its way may be from before it; the change's answer brings another one.
    if (queued > 0) outdated.current = server;
    if (!isIdle || server === outdated.current || base.current !== latest.current) return;
    outdated.current = null;
    follow(server);
  }, [server, isIdle, queued]);
  useEffect(() => {
    const leave = () => void now.current.save();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return { content, state, change, save };
}
