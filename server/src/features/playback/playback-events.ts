import type { PlaybackEvent } from '@cip/contracts/playback/playback';
import type { TimelineEvent } from '@cip/contracts/timeline/timeline';
import type { Recording } from './playback-head.ts';

/** Returns an event of the timeline as a playback has it: with indexes of participants, and no names or ids. */
export function toPlaybackEvent(
  { at, participantId, ...act }: TimelineEvent,
  { head, indexOf }: Pick<Recording, 'head' | 'indexOf'>,
): PlaybackEvent {
  const place = { at: Date.parse(at) - Date.parse(head.startedAt), by: indexOf(participantId) };
  if (act.kind === 'joined' || act.kind === 'left' || act.kind === 'waiting')
    return { ...place, kind: act.kind, data: {} };
  if ('participantId' in act.data)
    return { ...place, kind: act.kind, data: { participant: indexOf(act.data.participantId) } } as PlaybackEvent;
  return { ...place, ...act } as PlaybackEvent;
}
