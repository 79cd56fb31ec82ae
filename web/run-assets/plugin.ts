import { cpSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { prepareRun } from './prepare.ts';

const LIST = '/features/runs/sandbox/run-assets.ts';

/** Adds the files below `/run/` to the build, and their list to the app. They never enter the app's own graph. */
export const runAssets: Plugin = {
  name: 'run-assets',
  apply: 'build',
  load: async (id) => (id.endsWith(LIST) ? (await prepareRun()).module : null),
  async writeBundle({ dir = '' }) {
    if (this.environment.name !== 'client') return;
    for (const { path, source } of (await prepareRun()).files)
      for (const end of ['', '.br']) place(`${source}${end}`, join(dir, `${path}${end}`));
  },
};

/** Links a file, or copies it where links are not possible. */
function place(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true });
  try {
    linkSync(source, target);
  } catch {
    cpSync(source, target);
  }
}
