import { expect, test } from 'vitest';
import { encodeFrame, FrameReader, type PlaybackFrame } from './playback-format.ts';
import type { PlaybackEdit } from './playback.ts';

const edit = (id: number, at: number, by: number | null, ...bytes: number[]): PlaybackEdit => ({
  id,
  at,
  by,
  bytes: Uint8Array.from(bytes),
});

const FRAMES: PlaybackFrame[] = [
  { kind: 'events', events: [{ at: 0, by: 0, kind: 'language', data: { language: 'python' } }] },
  {
    kind: 'edits',
    edits: [edit(1, -86_400_000, null), edit(2 ** 52, 0, 0, 1, 2, 255), edit(2 ** 52 + 1, -1, 11, 0)],
  },
  { kind: 'edits', edits: [] },
  { kind: 'end' },
];

function joined(frames: PlaybackFrame[]): Uint8Array {
  return Uint8Array.from(frames.flatMap((frame) => [...encodeFrame(frame)]));
}

test('returns the frames of a stream, wherever it is cut', () => {
  const bytes = joined(FRAMES);
  for (const size of [1, 2, 7, bytes.length]) {
    const reader = new FrameReader();
    const read: PlaybackFrame[] = [];
    for (let start = 0; start < bytes.length; start += size) read.push(...reader.add(bytes.slice(start, start + size)));
    expect(read).toEqual(FRAMES);
  }
});

test('refuses bytes that are no playback', () => {
  expect(() => new FrameReader().add(Uint8Array.from([9, 0, 0, 0, 0]))).toThrow('no playback');
  expect(() => new FrameReader().add(Uint8Array.from([0x3c, 0x21, 0x64, 0x6f, 0x63]))).toThrow('no playback');
  expect(() => new FrameReader().add(Uint8Array.from([4, 0, 0, 0, 1, 200]))).toThrow('no playback');
});
