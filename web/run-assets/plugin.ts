import { cpSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { prepareRun } from './prepare.ts';
import { serveRunFiles } from './serve-run-files.ts';

const PREVIEW = fileURLToPath(new URL('../src/features/runs/preview/preview.ts', import.meta.url));
const SANDBOX = fileURLToPath(new URL('../src/features/runs/sandbox/', import.meta.url));
const LIST = `${SANDBOX}run-assets.ts`;
const NOTICE = `${SANDBOX}run-notice.ts`;

/**
 * Adds the files below `/run/` to the build and to the development server, and their list to the app. They never enter
 * the app's own graph.
 */
export const runAssets: Plugin = {
  name: 'run-assets',
  async load(id) {
    if (id === LIST) return (await prepareRun()).module;
    if (id === NOTICE) return `export const NOTICE_URL = ${JSON.stringify((await prepareRun()).noticeUrl)};`;
    return null;
  },
  configureServer({ middlewares }) {
    const serve = serveRunFiles(prepareRun);
    middlewares.use((request, response, next) => void serve(request, response, next));
  },
  buildStart() {
    if (this.environment.name !== 'client' || this.environment.mode !== 'build') return;
    // Files of their own, because the panel loads them late and browser tests drive them without the panel.
    for (const id of [`${SANDBOX}sandbox.ts`, PREVIEW])
      this.emitFile({ type: 'chunk', id, preserveSignature: 'strict' });
  },
  async writeBundle({ dir = '' }) {
    if (this.environment.name !== 'client') return;
    for (const { path, source } of (await prepareRun()).files)
      for (const end of ['', '.br']) place(`${source}${end}`, join(dir, `${path}${end}`));
  },
};

/** Links a file, or copies it if links are not possible. */
function place(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true });
  try {
    linkSync(source, target);
  } catch {
    cpSync(source, target);
  }
}
