/**
 * @typedef {object} Gate
 * @property {string} id
 * @property {string} promised what is promised, in words of people
 * @property {string[]} command arguments of `node scripts/task.mjs`, or of vitest after `vitest`
 * @property {string[]} [short] the same in a few minutes at most
 * @property {string} shown the test or command that shows it
 * @property {string[]} runs what of the repository it runs: a change of it makes the gate due again
 */

const SERVER = ['server', 'contracts', 'migrations', 'package-lock.json'];
const NO_TESTS = [':!*.test.ts', ':!*.test.tsx', ':!*.test.mjs'];
/** What of the web the clients of a schedule are: no screen and no editor, whose changes make nothing due here. */
const OWN_CLIENT = [
  ...[
    'device/pending-store',
    'sync/base64',
    'sync/client-id',
    'sync/document-sync',
    'sync/document-wire',
    'sync/lacks',
    'sync/split-update',
    'sync/unacked-edits',
  ].map((name) => `web/src/features/documents/${name}.ts`),
  ...['document-side', 'limits', 'room-connection', 'room-events', 'room-state', 'wire'].map(
    (name) => `web/src/features/rooms/${name}.ts`,
  ),
  'web/src/shared/api/operation-id.ts',
  'web/src/shared/api/server-time.ts',
  'web/src/testing/device-disk.ts',
];
/** What several real nodes and the product's own clients are made of. */
const NODES = [
  ...SERVER,
  ...['faults', 'fuzz', 'load', 'support'].map((folder) => `verification/${folder}`),
  ...OWN_CLIENT,
  ...NO_TESTS,
];
const OUTBOX = [
  'verification/outbox',
  'contracts',
  'web/src/features/outbox',
  ':(glob)web/src/shared/*/*.ts',
  'web/src/testing/device-disk.ts',
  'package-lock.json',
  ...NO_TESTS,
];

const chaos = (/** @type {string[]} */ ...args) => ['chaos', ...args];
const outage = (
  /** @type {string} */ name,
  /** @type {string} */ only,
  /** @type {number} */ seconds,
  /** @type {number} */ times,
) => {
  const args = ['--only', only, '--seconds', String(seconds), '--seed', '500', '--schedules'];
  return {
    id: `${name}-${seconds}`,
    command: chaos(...args, String(times)),
    short: chaos(...args, '1'),
    shown: `\`npm run chaos -- --only "${only}" --seconds ${seconds} --schedules ${times} --seed 500\``,
    runs: NODES,
  };
};
const tests = (/** @type {string} */ project, /** @type {string[]} */ ...files) => [
  'vitest',
  '--project',
  project,
  ...files,
];

/** Everything that is promised and measured; the short ones first. @type {Gate[]} */
export const GATES = [
  {
    id: 'matrix',
    promised: 'Nobody gets at what is not theirs: every call and event, by everybody, about every kind of object',
    command: tests('server', 'access-matrix'),
    shown: '`server/src/access-matrix.test.ts`, `server/src/access-matrix.events.test.ts`, `docs/access`',
    runs: [...SERVER, 'docs/access', 'vitest.config.ts'],
  },
  {
    id: 'closed',
    promised:
      'What is revoked is closed within 2 s, what is deleted is gone, logs and figures tell nothing, guesses are slow and unsafe settings refused',
    command: tests('server', 'revocation', 'deletion', 'canary', 'guessing', 'room-code-misses', 'config.test'),
    shown:
      '`server/src/features/accounts/sign-in/revocation.test.ts`, `server/src/deletion.test.ts`, `server/src/canary.test.ts`, `server/src/features/accounts/sign-in/guessing.test.ts`, `server/src/config.test.ts`',
    runs: [...SERVER, 'vitest.config.ts'],
  },
  {
    id: 'webhooks',
    promised: '1,000 orders of payment messages, repeated and lost, end as the right order does',
    command: tests('server', 'webhook-order'),
    shown: '`server/src/features/billing/webhook-order.test.ts`',
    runs: [...SERVER, 'vitest.config.ts'],
  },
  {
    id: 'migrations',
    promised: 'The schema goes up, down and up again and is the same',
    command: tests('server', 'migrate.test'),
    shown: '`server/src/platform/database/migrate.test.ts`',
    runs: [...SERVER, 'vitest.config.ts'],
  },
  {
    id: 'backup',
    promised: 'A backup brings back what it took, byte for byte; the release before runs on the new schema',
    command: tests('server', 'backup/backup.test', 'previous-release'),
    shown: '`server/src/backup/backup.test.ts`, `server/src/previous-release.test.ts`',
    runs: [...SERVER, 'vitest.config.ts'],
  },
  {
    id: 'worlds',
    promised:
      '10,000 worlds of clients that know only the documented events: nothing lost, doubled or taken away; as many that lose connections and nodes: nothing lost',
    command: chaos('--worlds', '10000', '--seed', '1'),
    short: chaos('--worlds', '500', '--seed', '1'),
    shown: '`npm run chaos -- --worlds 10000 --seed 1`',
    runs: NODES,
  },
  {
    id: 'offline',
    promised: '20,000 schedules of the queue of saves: nothing lost, doubled or given to another company',
    command: ['model', '--schedules', '20000', '--seed', '1'],
    short: ['model', '--schedules', '1000', '--seed', '1'],
    shown: '`npm run model -- --schedules 20000 --seed 1`, `verification/outbox/outbox.test.ts`',
    runs: OUTBOX,
  },
  {
    id: 'offline-broken',
    promised: 'Every deliberately broken queue of saves is caught',
    command: ['model', '--mutants', '--schedules', '20000', '--seed', '1'],
    shown: '`npm run model -- --mutants`',
    runs: OUTBOX,
  },
  {
    id: 'rooms',
    promised: '100 rooms × 2 people at 5 edits/s: with the other in 150 ms, on the disk in 200 ms (p95)',
    command: chaos('--rooms', '100', '--seconds', '20'),
    short: chaos('--rooms', '10', '--seconds', '5'),
    shown: '`npm run chaos -- --rooms 100 --seconds 20`',
    runs: NODES,
  },
  {
    id: 'hostile',
    promised: "A hostile client's event costs the server at most twice an honest one",
    command: chaos('--hostile'),
    shown: '`npm run chaos -- --hostile`',
    runs: NODES,
  },
  {
    id: 'bystander',
    promised:
      'Two companies and a hostile room: whatever a candidate floods a node with, calls and edits of another company take at most twice as long (p99), on Postgres and on the embedded database',
    command: chaos('--bystander', '--seconds', '20'),
    short: chaos('--bystander', '--seconds', '4'),
    shown: '`npm run chaos -- --bystander --seconds 20`',
    runs: NODES,
  },
  {
    id: 'kill',
    promised:
      'kill -9 of a node while people type, 20 times: nothing acknowledged is lost or doubled, all are equal, typing again within 5 s (p95) without a click',
    command: chaos('--only', 'kill a node', '--seed', '100', '--schedules', '20'),
    short: chaos('--only', 'kill a node', '--seed', '100', '--schedules', '1'),
    shown: '`npm run chaos -- --only "kill a node" --schedules 20 --seed 100`, `verification/faults/node-loss.test.ts`',
    runs: NODES,
  },
  {
    promised: 'Redis away for 5 s: nothing lost, no exits, typing again within 2 s of its return',
    ...outage('redis', 'stop Redis', 5, 5),
  },
  {
    promised: 'Redis away for 60 s: nothing lost, no exits, typing again within 2 s of its return',
    ...outage('redis', 'stop Redis', 60, 2),
  },
  {
    promised: 'Postgres away for 3 s: nothing lost, no exits, typing again within 2 s of its return',
    ...outage('postgres', 'restart Postgres', 3, 5),
  },
  {
    promised: 'Postgres away for 60 s: nothing lost, no exits, typing again within 2 s of its return',
    ...outage('postgres', 'restart Postgres', 60, 2),
  },
  {
    promised: 'A connection that swallows everything for 60 s: warned within 5 s, nothing lost, in step 3 s after',
    ...outage('black-hole', 'black hole', 60, 2),
  },
  {
    id: 'fuzz',
    promised:
      '100,000 requests, 50,000 events, 20,000 frames: no failure of the server, no exit, every answer as declared',
    command: ['fuzz', '--seed', '1'],
    short: ['fuzz', '--seed', '2', '--rest', '2000', '--events', '1000', '--frames', '500'],
    shown: '`npm run fuzz -- --seed 1`, `verification/fuzz/fuzz.test.ts`',
    runs: NODES,
  },
  {
    id: 'web',
    promised:
      'The landing page passes Lighthouse (desktop ≥ 99, phone ≥ 90); from the link to the first letter in 5 s on a new phone, 1.5 s on a known one',
    command: ['bench:web'],
    short: ['bench:web', '--audits', '1', '--visits', '1'],
    shown: '`npm run bench:web`',
    runs: [
      'web',
      'server',
      'contracts',
      'verification/bench/web',
      'verification/bench/machine',
      'verification/bench/report',
      'verification/bench/servers',
      'scripts',
      'package-lock.json',
      ...NO_TESTS,
    ],
  },
  {
    id: 'mutants',
    promised: 'Every wall between tenants, taken away, makes a test fail',
    command: ['mutants'],
    short: ['mutants', '--only', 'prove.ts'],
    shown: '`npm run mutants`',
    runs: [
      ...SERVER,
      'verification/mutation',
      'verification/support/progress.ts',
      'docs/access',
      'vitest.config.ts',
    ],
  },
  {
    id: 'soak',
    promised:
      '30 minutes of joins, edits and leaves: memory, sockets, timers, keys and connections return to where they were',
    command: ['soak', '--minutes', '30'],
    short: ['soak', '--minutes', '1'],
    shown: '`npm run soak -- --minutes 30`, `verification/soak/soak.test.ts`',
    runs: [...NODES, 'verification/soak'],
  },
  {
    id: 'schedules',
    promised: '200 random schedules of all these misfortunes: 0 lost, 0 doubled, 0 diverged',
    command: chaos('--schedules', '200', '--seed', '1000', '--clusters', '2'),
    short: chaos('--schedules', '3', '--seed', '1000'),
    shown: '`npm run chaos -- --schedules 200 --seed 1000`, `verification/faults/schedule.test.ts`',
    runs: NODES,
  },
];
