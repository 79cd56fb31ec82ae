import type { RunFile } from '@cip/contracts/runs/runs';

const SEED = /(?:^|\/)(?:schema|data|seed)[^/]*\.sql$/i;

/** Returns the files that run before the first one, in the order of their tabs: they create tables and rows. */
export function seedFiles(files: readonly RunFile[]): RunFile[] {
  return files.slice(1).filter(({ name }) => SEED.test(name));
}
