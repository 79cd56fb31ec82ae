import { encodeFrame, type PlaybackFrame } from '@cip/contracts/playback/playback-format';
import type { PlaybackHead } from '@cip/contracts/playback/playback';
import { mergeIntervals } from '../../testkit/example-interviews.ts';
import type { Typist } from '../../testkit/typist.ts';

/**
 * Returns an interview of 47 minutes with two participants, four runs and an offline period, as the server sends it;
 * with `changes` of its head and further frames.
 */
export function exampleRecording(changes: Partial<PlaybackHead> = {}, further: PlaybackFrame[] = []): Buffer {
  const { typist, durationMs, events, runs, gaps } = mergeIntervals();
  return Buffer.concat([
    encoded({ kind: 'head', head: { ...headOf(typist, durationMs), gaps, ...changes } }),
    encoded({ kind: 'events', events }),
    encoded({ kind: 'runs', runs }),
    ...further.map(encoded),
    encoded({ kind: 'edits', edits: typist.edits }),
    encoded({ kind: 'end' }),
  ]);
}

const encoded = (frame: PlaybackFrame) => Buffer.from(encodeFrame(frame));

/** Returns the head of a typed document that took this time. */
export function headOf({ text, edits }: Typist, durationMs: number): PlaybackHead {
  return {
    version: 1,
    startedAt: '2026-11-17T14:00:00.000Z',
    durationMs,
    companyName: 'Analytical Engines',
    interviewerName: 'Maya Okafor',
    candidateName: 'Ada Lovelace',
    participants: [
      { name: 'Maya Okafor', type: 'interviewer' },
      { name: 'Ada Lovelace', type: 'candidate' },
    ],
    gaps: [],
    closed: [],
    hasTimeline: true,
    firstLanguage: 'sql',
    language: 'python',
    text,
    edits: 'included',
    editCount: edits.length,
    dataSet: null,
  };
}
