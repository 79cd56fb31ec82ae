import { createAtom } from '@tanstack/store';
import type { Atom } from '@tanstack/store';
import { readStored, writeStored } from '../../../shared/device/stored-text.ts';

/** Returns a setting of this device; if the browser refuses storage, it holds for this page. */
function setting<T>(key: string, parse: (stored: string | null) => T): Atom<T> {
  const atom = createAtom(parse(readStored(key)));
  atom.subscribe((value) => writeStored(key, String(value)));
  return atom;
}

/** Smallest and largest height of the output, in percent of the editor's. */
export const HEIGHT_MIN = 15;
export const HEIGHT_MAX = 80;
const HEIGHT = 36;

/** Whether the user refuses to run other participants' code on this device. */
export const isRefusingOthers = setting('runs-refuse-others', (stored) => stored === 'true');
/** Whether the explanation of the limits of runs was shown. */
export const isExplained = setting('runs-explained', (stored) => stored === 'true');
/** Height of the output, in percent of the editor's. */
export const outputHeight = setting('runs-output-height', (stored) => {
  const height = Number(stored ?? HEIGHT);
  return height >= HEIGHT_MIN && height <= HEIGHT_MAX ? height : HEIGHT;
});
