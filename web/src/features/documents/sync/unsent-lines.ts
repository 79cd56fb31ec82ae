import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { Cursors } from './cursors/cursors.ts';

/**
 * Returns the lines of the first file, which runs, that peers type and have not sent yet, such as "Ada’s line 4"; empty
 * if there are none.
 */
export function unsentLines(cursors: Pick<Cursors, 'typing'>): string {
  const lines = cursors
    .typing()
    .filter(({ root }) => root === SHARED_TEXT)
    .map(({ name, line }) => `${name}’s line ${line}`);
  return new Intl.ListFormat('en').format(lines);
}
