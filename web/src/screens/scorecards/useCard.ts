import type { CardContent, InterviewCards, OwnCard } from '@cip/contracts/scorecards';
import { useEffect, useRef, useState } from 'react';
import { outboxEntries } from '../../features/outbox/page-outbox.ts';
import { editsBetween } from '../../features/scorecards/card-edits.ts';
import { useStore } from '../../shared/store.ts';
import { sendCard, withQueued } from './save-card.ts';
import type { CardOutcome } from './save-card.ts';

/** A card is saved when nothing was changed for this long, in milliseconds. */
const SAVE_AFTER_MS = 700;

/** The state of the draft: `typing` until it is saved, `saving` while it is. */
export type DraftState = CardOutcome | { kind: 'untouched' | 'typing' | 'saving' };

/** Manages the own scorecard: what is typed is saved shortly after the last key, also when the screen goes away. */
export function useCard({ interview_id: interviewId, room_code: roomCode, is_over }: InterviewCards, own: OwnCard) {
  const place = { interviewId, roomCode };
  const queued = useStore(outboxEntries).filter((entry) => entry.interviewId === interviewId);
  const [content, setContent] = useState(() => withQueued(own.content, place));
  const [state, setState] = useState<DraftState>({ kind: 'untouched' });
  // What the server has once the queue is empty: the next change builds on it.
  const base = useRef(content);
  const latest = useRef(content);
  const last = useRef(Promise.resolve());
  // The server's content from before the last save. A later reply has what another device wrote, too.
  const outdated = useRef(queued.length > 0 ? own : null);
  const known = useRef(own);
  const hasQueue = useRef(queued.length > 0);

  const save = () => {
    last.current = last.current.then(async () => {
      const body = editsBetween(base.current, latest.current);
      if (body === null) return;
      const before = base.current;
      const sent = latest.current;
      base.current = sent;
      outdated.current = known.current;
      setState({ kind: 'saving' });
      const outcome = await sendCard(place, { kind: 'scorecard', body });
      if (outcome.kind === 'failed') base.current = before;
      setState(latest.current === sent ? outcome : { kind: 'typing' });
    });
    return last.current;
  };
  const change = (wanted: CardContent) => {
    latest.current = wanted;
    setContent(wanted);
    setState({ kind: 'typing' });
  };
  const saveNow = useRef(save);
  useEffect(() => {
    saveNow.current = save;
  });
  useEffect(() => {
    if (state.kind !== 'typing') return;
    const timer = setTimeout(() => void saveNow.current(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, content]);
  useEffect(() => {
    // The page may show the card before it has read what waits on this device.
    if (hasQueue.current || queued.length === 0 || state.kind !== 'untouched') return;
    hasQueue.current = true;
    const merged = withQueued(known.current.content, { interviewId, roomCode });
    base.current = merged;
    latest.current = merged;
    outdated.current = known.current;
    setContent(merged);
  }, [queued.length, state, interviewId, roomCode]);
  const isIdle = queued.length === 0 && state.kind !== 'typing' && state.kind !== 'saving';
  useEffect(() => {
    known.current = own;
    if (!isIdle || own === outdated.current || editsBetween(base.current, latest.current) !== null) return;
    base.current = own.content;
    latest.current = own.content;
    setContent(own.content);
  }, [own, isIdle]);
  useEffect(() => {
    const leave = () => void saveNow.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  const isSubmitQueued = queued.some(({ kind }) => kind === 'submit-scorecard');
  // The end waits on this device, and is sent before the submission.
  const isOver = is_over || queued.some(({ kind }) => kind === 'end');
  const submit = async () => {
    await save();
    return sendCard(place, { kind: 'submit-scorecard' });
  };
  return { content, state, change, save: () => void save(), submit, isSubmitQueued, isOver };
}
