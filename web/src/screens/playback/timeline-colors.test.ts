import { expect, test } from 'vitest';
import timeline from '../../features/playback/player/timeline.module.css?raw';
import { below, STATE_CONTRAST } from '../../testing/contrast.ts';
import type { Rgb } from '../../testing/contrast.ts';
import { colorsOf } from '../../testing/scheme-colors.ts';

const track = /\.lane \{[^}]*background: var\((--[\w-]+)\)/.exec(timeline)?.[1] ?? '';

test.each(['light', 'dark'] as const)('%s: edits are seen on their track, also before they are played', (scheme) => {
  const color = colorsOf(scheme);
  const pairs = [1, 2, 3, 4, 5, 6, 7, 8].map((hue): [string, Rgb, Rgb] => [
    `participant ${hue}`,
    color(`--caret-${hue}`),
    color(track),
  ]);
  expect(below(STATE_CONTRAST, pairs)).toEqual([]);
  // A veil over the coming edits would take from it.
  expect(timeline).not.toContain('color-mix');
});
