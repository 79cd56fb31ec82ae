import { strToU8, zipSync } from 'fflate';
import type { NamedText } from './code-copy.ts';

/** Returns files, whose names must differ, as a ZIP. */
export function zipFiles(files: readonly NamedText[]): Blob {
  const entries = Object.fromEntries(files.map(({ name, content }) => [name, strToU8(content)]));
  return new Blob([zipSync(entries)], { type: 'application/zip' });
}
