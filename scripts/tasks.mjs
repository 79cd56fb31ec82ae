/**
 * @typedef {object} Task
 * @property {string} module in this folder, without its ending
 * @property {string} run the function that it exports; takes the arguments and resolves to the exit code
 * @property {boolean} [readsSettings] reads .env; tests must not
 * @property {boolean} [needsTools] needs the tools of checks and tests too; true unless it says otherwise
 */

/** Every npm script but `hooks`. @type {Record<string, Task>} */
export const TASKS = {
  start: { module: 'product', run: 'start', readsSettings: true, needsTools: false },
  demo: { module: 'demo', run: 'demo', needsTools: false },
  dev: { module: 'product', run: 'dev', readsSettings: true },
  build: { module: 'product', run: 'build', readsSettings: true, needsTools: false },
  packages: { module: 'packages', run: 'packages', needsTools: false },
  backup: { module: 'product', run: 'backup', readsSettings: true, needsTools: false },
  restore: { module: 'product', run: 'restore', readsSettings: true, needsTools: false },
  'stripe:sync': { module: 'product', run: 'stripeSync', readsSettings: true, needsTools: false },
  check: { module: 'checks', run: 'checkAll' },
  format: { module: 'checks', run: 'format' },
  test: { module: 'test', run: 'test' },
  'test:all': { module: 'test', run: 'testAll' },
  'test:changed': { module: 'test', run: 'testChanged' },
  matrix: { module: 'verify', run: 'matrix' },
  shots: { module: 'shots', run: 'shots' },
  chaos: { module: 'verify', run: 'chaos' },
  fuzz: { module: 'verify', run: 'fuzz' },
  model: { module: 'verify', run: 'model' },
  soak: { module: 'verify', run: 'soak' },
  'soak:editors': { module: 'verify', run: 'soakEditors' },
  promise: { module: 'promise', run: 'promise' },
  'bench:rooms': { module: 'bench', run: 'benchRooms' },
  'bench:web': { module: 'bench', run: 'benchWeb' },
  'bench:run': { module: 'bench', run: 'benchRun' },
  'bench:playback': { module: 'bench', run: 'benchPlayback' },
};
