import type { InterviewCards, OwnCard } from '@cip/contracts/scorecards/scorecards';
import { outboxEntries } from '../../features/outbox/page-outbox.ts';
import { useDraft } from '../../features/outbox/useDraft.ts';
import { editsBetween } from '../../features/scorecards/card/card-edits.ts';
import { useStore } from '../../shared/store.ts';
import { sendCard, withQueued } from './save-card.ts';

/** Manages the own scorecard. */
export function useCard({ interview_id: interviewId, room_code: roomCode, is_over }: InterviewCards, own: OwnCard) {
  const place = { interviewId, roomCode };
  const queued = useStore(outboxEntries).filter((entry) => entry.interviewId === interviewId);
  const { save, ...draft } = useDraft({
    server: own.content,
    queued: queued.length,
    withQueued: (content) => withQueued(content, place),
    send: (base, content, author) => {
      const body = editsBetween(base, content);
      return body && sendCard(place, { kind: 'scorecard', body }, author);
    },
  });
  const isSubmitQueued = queued.some(({ kind }) => kind === 'submit-scorecard');
  // The end waits on this device, and is sent before the submission.
  const isOver = is_over || queued.some(({ kind }) => kind === 'end');
  const submit = async () => {
    await save();
    const outcome = await sendCard(place, { kind: 'submit-scorecard' }).outcome;
    if (outcome.kind === 'failed') await outcome.discard?.();
    return outcome;
  };
  return { ...draft, save: () => void save(), submit, isSubmitQueued, isOver };
}
