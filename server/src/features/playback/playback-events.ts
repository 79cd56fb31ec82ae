import type { PlaybackEvent } from '@cip/contracts/playback';
import type { TimelineEvent } from '@cip/contracts/timeline';
import type { Recording } from './playback-head.ts';

/** Returns an event of the timeline as a playback has it: with indexes of participants, and no names or ids. */
export function toPlaybackEvent(
  { at, participantId, ...act }: TimelineEvent,
  { head, indexOf }: Pick<Recording, 'head' | 'indexOf'>,
): PlaybackEvent {
  const place = { at: Date.parse(at) - Date.parse(head.startedAt), by: indexOf(participantId) };
  switch (act.kind) {
    case 'joined':
    case 'left':
    case 'waiting':
      return { ...place, kind: act.kind, data: {} };
    case 'removed':
    case 'admitted':
    case 'sent_back':
    case 'rejected':
      return { ...place, kind: act.kind, data: { participant: indexOf(act.data.participantId) } };
    default:
      return { ...place, ...act };
  }
}
