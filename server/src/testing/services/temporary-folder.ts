import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';

/** Creates a folder that exists until `remove` or until this process exits. */
export function temporaryFolder(prefix: string): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), prefix));
  const removeNow = () => rmSync(path, { recursive: true, force: true });
  const forget = atExit(removeNow);
  return {
    path,
    remove() {
      forget();
      removeNow();
    },
  };
}
