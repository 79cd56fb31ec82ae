import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { here } from './module-graph.ts';
import { inPackage } from './run-assets/packages.ts';

const MODULE = 'src/features/documents/completion/python/worker-url.ts';

/** A file of types of a package, as the worker has it: its path and its text, as strings of JavaScript. */
const OF_PACKAGES = /"\/typeshed\/stubs\/[^"]+":(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'),?/g;

/**
 * Returns basedpyright's worker without the types of packages, which programs do not have and which are more than half
 * of it. Throws if it is written in another way than expected.
 */
export function pythonWorkerScript(): string {
  const whole = readFileSync(inPackage('browser-basedpyright', 'dist/pyright.worker.js'), 'utf8');
  const script = whole.replaceAll(OF_PACKAGES, '');
  if (script.length > whole.length / 2 || script.includes('"/typeshed/stubs/'))
    throw new Error('The types of packages in browser-basedpyright were not found');
  return script;
}

/** The name of the worker's file, by which the build chooses its folder. */
export const PYTHON_WORKER = 'pyright.worker.js';

/** Adds the worker to the build. */
export const pythonWorker: Plugin = {
  name: 'python-worker',
  load(id) {
    if (id !== here(MODULE) || this.environment.mode !== 'build') return null;
    const file = this.emitFile({ type: 'asset', name: PYTHON_WORKER, source: pythonWorkerScript() });
    return `export const WORKER_URL = import.meta.ROLLUP_FILE_URL_${file};`;
  },
};
