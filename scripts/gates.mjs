/**
 * @typedef {object} Gate
 * @property {string} id
 * @property {string} promise what holds, in at most 80 characters
 * @property {string[]} command arguments of `node scripts/task.mjs`, or of vitest after `vitest`
 * @property {string[]} [short] the same in a few minutes at most
 * @property {RegExp[]} figure the parts of the last output line that docs/PROMISE.md shows
 * @property {string[]} runs paths that the gate runs: a change in them makes its result outdated
 */

const SERVER = ['server', 'contracts', 'migrations', 'package-lock.json'];
const NO_TESTS = [':!*.test.ts', ':!*.test.tsx', ':!*.test.mjs'];
/** The web app's connection, document and run code, which the clients of a schedule run; no screen and no editor. */
const WEB_CLIENT = [
  ...['documents/device', 'documents/sync', 'rooms', 'runs/device', 'runs/session', 'runs/state'].map(
    (folder) => `web/src/features/${folder}`,
  ),
  ...['shared/api', 'shared/pause.ts', 'features/runs/sandbox/run-end.ts'].map((path) => `web/src/${path}`),
];
/** Real nodes, and clients without the web app's code. */
const NODES = [
  ...SERVER,
  ...['load', 'support'].map((folder) => `verification/${folder}`),
  ...['typists', 'run-client', 'socket-link'].map((client) => `:!verification/support/${client}.ts`),
  ...NO_TESTS,
];
/** Real nodes, and clients with the web app's code. */
const SCHEDULES = [...SERVER, 'verification/faults', 'verification/support', ...WEB_CLIENT, ...NO_TESTS];
const OUTBOX = [
  'verification/outbox',
  'contracts',
  'web/src/features/outbox',
  ':(glob)web/src/shared/*/*.ts',
  'web/src/testing/fake-indexed-db.ts',
  'package-lock.json',
  ...NO_TESTS,
];

const NOTHING_LOST = [/lost \d+/, /duplicated \d+/, /diverged \d+/];
const TESTS = [/tests: \d+ (?:passed|failed)/];

const chaos = (/** @type {string[]} */ ...args) => ['chaos', ...args];
const tests = (/** @type {string} */ project, /** @type {string[]} */ ...files) => [
  'vitest',
  '--project',
  project,
  ...files,
];
const outage = (
  /** @type {string} */ name,
  /** @type {string} */ fault,
  /** @type {number} */ seconds,
  /** @type {number} */ schedules,
) => {
  const args = ['--only', fault, '--seconds', String(seconds), '--seed', '500', '--schedules'];
  return {
    id: `${name}-${seconds}`,
    command: chaos(...args, String(schedules)),
    short: chaos(...args, '1'),
    figure: [...NOTHING_LOST, /recovery after the fault \d+ ms/, /warned after \d+ ms/],
    runs: SCHEDULES,
  };
};

/** Every measured promise, the short gates first. @type {Gate[]} */
export const GATES = [
  {
    id: 'matrix',
    promise: 'Every endpoint and event refuses every caller without access to the object',
    command: tests('server', 'access-matrix'),
    figure: TESTS,
    runs: [...SERVER, 'docs/generated', 'vitest.config.ts'],
  },
  {
    id: 'closed',
    promise: 'Revoked access ends within 2 s, deleted data is gone, logs hold no secrets',
    command: tests('server', 'revocation', 'deletion', 'canary', 'guessing', 'room-code-misses', 'config.test'),
    figure: TESTS,
    runs: [...SERVER, 'vitest.config.ts'],
  },
  {
    id: 'webhooks',
    promise: '1,000 orders of payment webhooks, repeated and lost, end in the same state',
    command: tests('server', 'webhook-order'),
    figure: TESTS,
    runs: [...SERVER, 'vitest.config.ts'],
  },
  {
    id: 'migrations',
    promise: 'Migrating up, down and up again gives the same schema',
    command: tests('server', 'migrate.test'),
    figure: TESTS,
    runs: [...SERVER, 'vitest.config.ts'],
  },
  {
    id: 'backup',
    promise: 'A backup restores byte for byte; the previous release runs on the new schema',
    command: tests('server', 'backup/backup.test', 'previous-release'),
    figure: TESTS,
    runs: [...SERVER, 'vitest.config.ts'],
  },
  {
    id: 'simulations',
    promise: '3 × 10,000 simulations of full-text clients lose no acknowledged text',
    command: chaos('--simulations', '10000', '--seed', '1'),
    short: chaos('--simulations', '500', '--seed', '1'),
    figure: [/"lost":\d+/, /"diverged":\d+/, /"disturbed":\d+/],
    runs: [...SERVER, 'verification/faults/simulations.ts', ...NO_TESTS],
  },
  {
    id: 'offline',
    promise: '20,000 schedules of the outbox lose, duplicate and misattribute nothing',
    command: ['model', '--schedules', '20000', '--seed', '1'],
    short: ['model', '--schedules', '1000', '--seed', '1'],
    figure: [/"operations":\d+/, /"lost":\d+/, /"duplicated":\d+/, /"crossAccount":\d+/],
    runs: OUTBOX,
  },
  {
    id: 'rooms',
    promise: '100 rooms at 5 edits/s: at the peer in 150 ms, on disk in 200 ms (p95)',
    command: chaos('--rooms', '100', '--seconds', '20'),
    short: chaos('--rooms', '10', '--seconds', '5'),
    figure: [/edit to peer p95 [\d.]+ ms/, /acknowledgement p95 [\d.]+ ms/],
    runs: NODES,
  },
  {
    id: 'hostile',
    promise: "A hostile client's event costs at most twice the CPU of an honest one",
    command: chaos('--hostile'),
    figure: [/at most [\d.]+ × an honest one/],
    runs: NODES,
  },
  {
    id: 'bystander',
    promise: "A flood at most doubles another company's latency (p99)",
    command: chaos('--bystander', '--seconds', '20'),
    short: chaos('--bystander', '--seconds', '4'),
    figure: [/at most [\d.]+ × as long as at rest/],
    runs: NODES,
  },
  {
    id: 'kill',
    promise: 'kill -9 of a node, 20 times: nothing lost, typing again in 5 s (p95)',
    command: chaos('--only', 'kill a node', '--seed', '100', '--schedules', '20'),
    short: chaos('--only', 'kill a node', '--seed', '100', '--schedules', '1'),
    figure: [...NOTHING_LOST, /longest silence \d+ ms/],
    runs: SCHEDULES,
  },
  {
    promise: 'Redis stopped for 5 s: nothing lost, typing again within 2 s of its return',
    ...outage('redis', 'stop Redis', 5, 5),
  },
  {
    promise: 'Redis stopped for 60 s: nothing lost, typing again within 2 s of its return',
    ...outage('redis', 'stop Redis', 60, 2),
  },
  {
    promise: 'Postgres stopped for 3 s: nothing lost, typing again within 2 s of its return',
    ...outage('postgres', 'restart Postgres', 3, 5),
  },
  {
    promise: 'Postgres stopped for 60 s: nothing lost, typing again within 2 s of its return',
    ...outage('postgres', 'restart Postgres', 60, 2),
  },
  {
    promise: 'Silent network for 60 s: warned within 5 s, nothing lost, in sync 3 s after',
    ...outage('black-hole', 'black hole', 60, 2),
  },
  {
    id: 'fuzz',
    promise: '100,000 requests, 50,000 events, 20,000 frames: no 5xx, no exit, valid replies',
    command: ['fuzz', '--seed', '1'],
    short: ['fuzz', '--seed', '2', '--rest', '2000', '--events', '1000', '--frames', '500'],
    figure: [/\d+ defects, \d+ exits/],
    runs: [...NODES, 'verification/fuzz'],
  },
  {
    id: 'web',
    promise: 'Lighthouse ≥ 99 desktop, ≥ 90 phone; link to typing in 3 s new, 1.5 s known',
    command: ['bench:web'],
    short: ['bench:web', '--audits', '1', '--visits', '1'],
    figure: [/desktop, performance \d+/, /mobile, performance \d+/, /new phone \d+/, /known phone \d+/, /MISSED.*/],
    runs: ['web', 'server', 'contracts', 'verification/bench', 'scripts', 'package-lock.json', ...NO_TESTS],
  },
  {
    id: 'soak',
    promise: '30 minutes of joins, edits and leaves leak nothing',
    command: ['soak', '--minutes', '30'],
    short: ['soak', '--minutes', '1'],
    figure: [/\d+ interviews/, /heap [\d.]+ MB → [\d.]+ MB/, /\d+ leaks/],
    runs: [...NODES, 'verification/soak'],
  },
  {
    id: 'schedules',
    promise: '200 random schedules of all faults lose, duplicate and diverge nothing',
    command: chaos('--schedules', '200', '--seed', '1000', '--clusters', '2'),
    short: chaos('--schedules', '3', '--seed', '1000'),
    figure: NOTHING_LOST,
    runs: SCHEDULES,
  },
];
