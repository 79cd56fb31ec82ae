import { afterEach, expect, test, vi } from 'vitest';
import { PHONE, SMALL_SCREEN } from '../../../shared/ui/theme/breakpoints.ts';
import { singlePaneQuery } from './single-pane.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a tablet on its side', 1280, 800, true, PHONE],
  ['a small tablet', 600, 960, true, PHONE],
  ['a phone on its side', 932, 430, true, SMALL_SCREEN],
  ['a laptop', 1440, 900, false, SMALL_SCREEN],
])('counts the height of the window except on a tablet: %s', (_, width, height, isTouch, query) => {
  vi.stubGlobal('screen', { width, height });
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: (media === '(pointer: coarse)') === isTouch }));
  expect(singlePaneQuery()).toBe(query);
});
