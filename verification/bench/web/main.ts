import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { NODE_FLAGS } from '../../../scripts/node-flags.mjs';
import { machineLoad, webMachine } from './machine.ts';
import { saveResults } from '../../../testkit/save-results.ts';
import { ServerProcess } from '../servers/server-process.ts';
import { measureKeyToGlyph } from './key-to-glyph.ts';
import { measureLinkToTyping } from './link-to-typing.ts';
import type { LinkToTyping } from './link-to-typing.ts';
import { keyTargets, linkTargets, pageTargets, summaryLine, webPage } from './page.ts';
import type { Audit, Form } from './page.ts';
import { Rooms } from './rooms.ts';

// npm run bench:web [-- --audits 3 --visits 5]

const COMPLETE = { audits: '3', visits: '5' };
const SERVER = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const AUDIT = fileURLToPath(new URL('audit.mjs', import.meta.url));
const FORMS: Form[] = ['desktop', 'mobile'];
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

const run = promisify(execFile);
const { values } = parseArgs({
  options: {
    audits: { type: 'string', default: COMPLETE.audits },
    visits: { type: 'string', default: COMPLETE.visits },
    // Set by scripts/bench.mjs.
    chromium: { type: 'string', default: '' },
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const folder = await mkdtemp(join(tmpdir(), 'cip-bench-web-'));
const server = await ServerProcess.start({
  file: SERVER,
  nodeFlags: NODE_FLAGS,
  core: null,
  env: { DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
});
try {
  await measure(server.url, values.chromium);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(url: string, executable: string): Promise<void> {
  const loadBefore = machineLoad();
  const audits: Record<Form, Audit[]> = { desktop: [], mobile: [] };
  for (let round = 1; round <= Number(values.audits); round++)
    for (const form of FORMS) {
      print(`Lighthouse, ${form}, ${round} of ${values.audits}`);
      const { stdout } = await run(process.execPath, [AUDIT, `${url}/`, form, executable]);
      audits[form].push(JSON.parse(stdout) as Audit);
    }
  const rooms = await Rooms.open(url);
  const visits: LinkToTyping[] = [];
  for (let round = 1; round <= Number(values.visits); round++) {
    print(`Link to typing, ${round} of ${values.visits}`);
    visits.push(await measureLinkToTyping(executable, CHROMIUM_ARGS, () => rooms.nextLink()));
  }
  print('Key to its letter');
  const keys = await measureKeyToGlyph(executable, CHROMIUM_ARGS, await rooms.nextLink());
  const machine = { ...(await webMachine(executable)), loadBefore, loadAfter: machineLoad() };
  const targets = [
    ...FORMS.flatMap((form) => pageTargets(form, audits[form])),
    ...linkTargets(visits),
    ...keyTargets(keys),
  ];
  const page = webPage(targets, audits, visits, keys, machine);
  process.stdout.write(`\n${page}\n`);
  const isComplete = Object.entries(COMPLETE).every(([name, value]) => Reflect.get(values, name) === value);
  if (isComplete) saveResults('web', page, { machine, audits, visits, keys, targets });
  // `npm run promise` takes the last line as the figure.
  process.stdout.write(`\n${summaryLine(targets)}\n`);
  if (targets.some(({ isMet }) => !isMet)) process.exitCode = 1;
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
