import { parseArgs } from 'node:util';
import { CALLS, measureApi, type ApiFigures } from './api/measure-api.ts';
import { machineFacts } from './machine/facts.ts';
import { machineLine } from './report/markdown.ts';
import { saveResults } from '../../testkit/save-results.ts';
import { figure, table, targetTable } from './report/table.ts';
import { atLeast, atMost } from './report/targets.ts';
import { TestBed } from './servers/test-bed.ts';

// npm run bench:api [-- --seconds 6 --tries 3]

/** Least share of the bare server's requests per second. */
const SHARE_LEAST = 0.9;
const COMPLETE = { seconds: 6, tries: 3 };

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: String(COMPLETE.seconds) },
    tries: { type: 'string', default: String(COMPLETE.tries) },
  },
});
const asked = { seconds: Number(values.seconds), tries: Number(values.tries) };
if (!(asked.seconds > 0 && asked.tries > 0)) throw new Error('--seconds and --tries take numbers above 0.');
if (process.platform !== 'linux') throw new Error('The benchmark reads /proc: it runs on Linux.');
// A signal still stops all child processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const testBed = await TestBed.create();
try {
  const machine = machineFacts(await testBed.database.version());
  const figures = await measureApi(testBed, asked, (line) => process.stderr.write(`${line}\n`));
  const targets = [
    ...CALLS.map((call) =>
      atLeast(`${call}: share of the bare requests per second`, share(figures, call), SHARE_LEAST),
    ),
    atMost('Replies that are no success', figures.failures, 0, ''),
  ];
  const page = [
    '# REST against a bare Fastify',
    machineLine(machine, 'the server pinned to a core, Postgres and the client unpinned'),
    `The bare server has the same token check and the same statements, and nothing else: no validation, limits, headers ` +
      `or error mapping. It sends them as text, as pg does by default, while this server's are prepared (decision 0005). Both answered the same before the measurement. 16 connections, each with one request at a time; ` +
      `${asked.tries} tries of ${asked.seconds} s in turns, medians. On average other processes used ` +
      `${Math.round(figures.others * 100)} % of the machine.`,
    resultTable(figures),
    targetTable(targets),
  ].join('\n\n');
  process.stdout.write(`\n${page}\n`);
  if (asked.seconds >= COMPLETE.seconds && asked.tries >= COMPLETE.tries)
    saveResults('api', page, { machine, options: asked, ...figures, targets });
} finally {
  await testBed.close();
}

function share({ rows }: ApiFigures, call: string): number {
  const of = (server: 'own' | 'bare') => rows.find((row) => row.call === call && row.server === server);
  return (of('own')?.perSecond ?? NaN) / (of('bare')?.perSecond ?? NaN);
}

function resultTable({ rows }: ApiFigures): string {
  const titles = { own: 'This server', bare: 'Bare Fastify' };
  return table(
    ['call', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request'],
    rows.map(({ call, server, perSecond, p50, p99, cpuUs }) => [
      `${call}, ${titles[server]}`,
      ...[perSecond, p50, p99, cpuUs].map(figure),
    ]),
  );
}
