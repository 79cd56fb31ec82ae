import { afterEach, describe, expect, it, vi } from 'vitest';
import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX } from '@cip/contracts/runs/run-limits';
import { RunEnd as RunEndSchema, type RunEnd } from '@cip/contracts/runs/runs';
import { Check } from 'typebox/value';
import { readConfig } from '../config/read-config.ts';
import type { EngineOptions } from '../../testing/run-engine/engine-options.ts';
import { sampleOf } from '../../testing/access/sample.ts';
import { startEngine, type EngineStandIn } from '../../testing/run-engine/stand-in.ts';
import { until } from '../../testing/until.ts';
import { openRunEngine, type RunEngine } from './run-engine.ts';

const log = { warn: vi.fn<(fields: unknown, message?: string) => void>() };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thing) => thing.close()));
  log.warn.mockClear();
});

/** A way to reach an engine: its settings and the features of its stand-in. */
interface Way {
  kind: string;
  options: Partial<EngineOptions>;
}

const CONNECTED: Way = { kind: 'piston', options: {} };
const REQUESTED: Way = { kind: 'piston', options: { hasConnect: false } };
const JUDGE0: Way = { kind: 'judge0', options: {} };

interface Started {
  engine: RunEngine;
  standIn: EngineStandIn;
}

async function start(
  { kind, options }: Way,
  env: Record<string, string> = {},
  deadlineMs?: number,
  standInOptions: Partial<EngineOptions> = {},
): Promise<Started> {
  const standIn = await startEngine({ ...options, ...standInOptions });
  const config = readConfig({ RUN_ENGINE: kind, RUN_ENGINE_URL: standIn.url, RUN_LIMIT_MS: '1000', ...env });
  const engine = openRunEngine(config, log, deadlineMs);
  if (!engine) throw new Error('no engine is configured');
  open.push(standIn, engine);
  await engine.refreshLanguages();
  return { engine, standIn };
}

interface Ran extends RunEnd {
  pieces: { stream: string; text: string; at: number }[];
  out: string;
  err: string;
}

interface RunOptions {
  stdin?: string;
  files?: { name: string; content: string }[];
  signal?: AbortSignal;
  limitMs?: number;
}

/** Runs a program of the stand-in to its end. */
async function run(
  engine: RunEngine,
  code: string,
  { stdin = '', signal = new AbortController().signal, ...limit }: RunOptions = {},
): Promise<Ran> {
  const startedAt = performance.now();
  const pieces: Ran['pieces'] = [];
  const end = await engine.run({ language: 'java', code, stdin, ...limit }, signal, {
    output: (stream, text) => pieces.push({ stream, text, at: performance.now() - startedAt }),
  });
  // A room stores and sends ends of this shape.
  expect(Check(RunEndSchema, end)).toBe(true);
  const textOf = (stream: string) => pieces.flatMap((piece) => (piece.stream === stream ? piece.text : [])).join('');
  return { ...end, pieces, out: textOf('out'), err: textOf('err') };
}

/** Returns the different limits of programs that the stand-in received (ms). */
function limitsAsked({ received }: EngineStandIn): number[] {
  const limits = received.flatMap(({ body: { run_timeout, wall_time_limit } }) => {
    if (run_timeout !== undefined) return Number(run_timeout);
    return wall_time_limit === undefined ? [] : Number(wall_time_limit) * 1_000;
  });
  return [...new Set(limits)];
}

const WAYS: [string, Way][] = [
  ['Piston over a WebSocket', CONNECTED],
  ['Piston with one request', REQUESTED],
  ['Judge0', JUDGE0],
];

function sharedTests(_name: string, way: Way): void {
  it('runs a program and returns its output and end', async () => {
    const { engine } = await start(way);

    expect(await run(engine, 'hello')).toMatchObject({
      reason: 'finished',
      exitCode: 0,
      out: 'Hello!\n',
      err: '',
      error: null,
      tail: '',
      omitted: 0,
      needsInput: false,
    });
  });

  it('gives a program its input', async () => {
    const { engine } = await start(way);

    const { reason, out } = await run(engine, 'echo stdin', { stdin: 'two\nlines 😀\n' });

    expect({ reason, out }).toEqual({ reason: 'finished', out: 'You wrote: two\nlines 😀\n' });
  });

  it('keeps standard error apart and returns the exit code', async () => {
    const { engine } = await start(way);

    expect(await run(engine, 'both')).toMatchObject({
      reason: 'failed',
      exitCode: 3,
      out: 'result\n',
      err: 'warning\n',
    });
  });

  it('finds the line of an error at run time', async () => {
    const { engine } = await start(way);

    const { reason, error } = await run(engine, 'crash');

    expect(reason).toBe('failed');
    expect(error).toEqual({ name: 'java.lang.ArithmeticException', message: '/ by zero', line: 7, column: null });
  });

  it('shows the compiler’s output and finds its line', async () => {
    const { engine } = await start(way);

    const { reason, err, error, ms } = await run(engine, 'compile error');

    expect({ reason, err, ms }).toEqual({ reason: 'failed', err: "Main.java:3: error: ';' expected\n", ms: 0 });
    expect(error).toEqual({ name: 'Compile error', message: "';' expected", line: 3, column: null });
  });

  it('ends an endless program at the time limit and keeps its output', async () => {
    const { engine, standIn } = await start(way);

    const { reason, out, ms } = await run(engine, 'sleep');

    expect({ reason, out }).toEqual({ reason: 'time_limit', out: 'before\n' });
    expect(ms).toBeGreaterThanOrEqual(900);
    expect(limitsAsked(standIn)).toEqual([1_000]);
  });

  it('ends a program with a shorter limit of its own at that limit, and the next one at the usual limit', async () => {
    const { engine, standIn } = await start(way);

    const [short, usual] = [await run(engine, 'sleep', { limitMs: 300 }), await run(engine, 'sleep')];

    expect([short.reason, usual.reason]).toEqual(['time_limit', 'time_limit']);
    expect(short.ms).toBeGreaterThanOrEqual(200);
    expect(usual.ms).toBeGreaterThanOrEqual(900);
    expect(limitsAsked(standIn)).toEqual([300, 1_000]);
  });

  it('requests no more time than the engine allows', async () => {
    const { engine } = await start(way, { RUN_LIMIT_MS: '8000' }, undefined, { runLimitMs: 1_000 });

    const { reason, ms } = await run(engine, 'sleep');

    expect(reason).toBe('time_limit');
    // The limit of the node.
    expect(ms).toBeLessThan(8_000);
  });

  it('ends a flood of output with a bounded part of it', async () => {
    const { engine } = await start(way);

    const { reason, out, tail, error } = await run(engine, 'flood');

    expect(reason).toBe('failed');
    expect(error?.name).toBe('Too much output');
    expect(out.length).toBeLessThanOrEqual(OUTPUT_HEAD_MAX);
    expect(out.length).toBeGreaterThan(16_000);
    expect(tail.length).toBeLessThanOrEqual(OUTPUT_TAIL_MAX);
  });

  it('does not read an answer of a megabyte', async () => {
    const { engine } = await start(way);

    const { reason, error, out } = await run(engine, 'large answer');

    expect({ reason, name: error?.name, out }).toEqual({ reason: 'failed', name: 'Too much output', out: '' });
  });

  it('replaces NUL and lone surrogates, which a database refuses', async () => {
    const { engine } = await start(way);

    expect((await run(engine, 'odd')).out).toBe('nul:\uFFFD lone:\uFFFD emoji:😀');
  });

  it('stops a program and reports nothing afterwards', async () => {
    const { engine } = await start(way, { RUN_LIMIT_MS: '3000' });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);

    const { reason, error, pieces } = await run(engine, 'sleep', { signal: stop.signal });

    // Not at its limit.
    expect({ reason, error }).toEqual({ reason: 'stopped', error: null });
    const before = pieces.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(pieces).toHaveLength(before);
  });

  it('runs nothing that was stopped before', async () => {
    const { engine, standIn } = await start(way);
    const before = standIn.received.length;

    expect((await run(engine, 'hello', { signal: AbortSignal.abort() })).reason).toBe('stopped');
    expect(standIn.received).toHaveLength(before);
  });

  it('ends as lost when the node stops', async () => {
    const { engine } = await start(way, { RUN_LIMIT_MS: '3000' });
    setTimeout(() => engine.close(), 200);

    expect((await run(engine, 'sleep')).reason).toBe('lost');
  });

  it.each([
    ['status 400', 'not_loaded', 'The server that runs this language did not accept the program. Try again later.'],
    ['status 500', /not_loaded|failed/, /did not accept the program|connection to the server .* was lost/],
    ['closes midway', 'failed', 'The connection to the server that runs this language was lost. Try again.'],
    ['invalid JSON', 'not_loaded', 'The server that runs this language sent an unreadable answer. Try again later.'],
  ])('explains %s in plain words', async (code, reason, message) => {
    const { engine, standIn } = await start(way);

    const end = await run(engine, code);

    expect(end.reason).toMatch(reason);
    expect(end.error?.message).toMatch(message);
    expectNoAddress(end, standIn);
  });

  it.each([
    'null',
    '[]',
    '"text"',
    '{"run": null, "token": 5, "type": "stage"}',
    '{"type": "error"}',
    '{"type": "exit", "code": "0", "signal": {}}',
    '{"type": "data", "stream": null, "data": 5}',
    '{"token": "../languages"}',
    '{"compile": {"code": 0}, "run": {"code": 1e99, "signal": "SIG<b>", "stdout": {}, "wall_time": 1e999}}',
    '{"compile": null, "run": {"code": 0, "stdout": null, "status": 7, "wall_time": -1}}',
  ])('survives the odd answer %s', async (oddAnswer) => {
    const { engine } = await start(way, {}, undefined, { oddAnswer });

    expect((await run(engine, 'hello')).reason).toMatch(/^(not_loaded|failed|finished)$/);
  });

  it('gives up at the deadline when the engine does not answer', async () => {
    const { engine, standIn } = await start(way, {}, 900);

    const end = await run(engine, 'no answer');

    expect(end).toMatchObject({
      reason: 'not_loaded',
      error: { message: 'The server that runs this language did not answer in time. Try again.' },
    });
    expectNoAddress(end, standIn);
  });

  it('follows no redirect', async () => {
    const { engine, standIn } = await start(way);
    const target = await startEngine();
    open.push(target);
    standIn.options.redirectTo = `${target.url}/api/v2/execute`;

    const end = await run(engine, 'hello');

    expect(end.reason).toBe('not_loaded');
    expect(target.received).toEqual([]);
    expectNoAddress(end, standIn);
  });

  it('leaves an engine that cannot be reached alone after three failures', async () => {
    const { engine, standIn } = await start(way);
    await standIn.close();
    open.splice(open.indexOf(standIn), 1);

    const ends = [];
    for (let i = 0; i < 4; i++) ends.push(await run(engine, 'hello'));

    for (const end of ends) {
      expect(end).toMatchObject({
        reason: 'not_loaded',
        error: { message: 'The server that runs this language cannot be reached. Try again in a minute.' },
      });
      expectNoAddress(end, standIn);
    }
    // The fourth did not try, so it logged nothing.
    expect(log.warn).toHaveBeenCalledTimes(3);
  });

  it('sends its token with every request', async () => {
    const header = way.kind === 'piston' ? 'authorization' : 'x-auth-token';
    const value = way.kind === 'piston' ? 'Bearer s3cret' : 's3cret';
    const { engine } = await start(way, { RUN_ENGINE_TOKEN: 's3cret' }, undefined, { token: { header, value } });

    expect(engine.languages()).toContain('java');
    expect((await run(engine, 'hello')).reason).toBe('finished');
  });

  it('offers no language when its token is wrong', async () => {
    const { engine } = await start(way, {}, undefined, { token: { header: 'x-key', value: 'right' } });

    expect(engine.languages()).toEqual([]);
    expect((await run(engine, 'hello')).reason).toBe('not_loaded');
  });
}

for (const { tags, cases } of sampleOf(WAYS, 3))
  describe.each(cases)('%s', { tags }, (name, way) => {
    sharedTests(name, way);
  });

describe('Piston', () => {
  it('shows the output while the program runs', async () => {
    const { engine } = await start(CONNECTED, { RUN_LIMIT_MS: '3000' });

    const { pieces } = await run(engine, 'slow');

    expect(pieces.map(({ text }) => text)).toEqual(['one\n', 'two\n', 'three\n']);
    expect(pieces.map(({ at }) => at).at(-1)).toBeGreaterThan((pieces[0]?.at ?? 0) + 400);
  });

  it('streams the first characters of a long output and keeps the last', async () => {
    const { engine } = await start(CONNECTED);

    const { reason, out, omitted, tail } = await run(engine, 'long output');

    expect(reason).toBe('finished');
    expect(out).toBe('a'.repeat(OUTPUT_HEAD_MAX));
    expect(tail).toBe(`${'b'.repeat(OUTPUT_TAIL_MAX - 3)}end`);
    expect(omitted).toBe(100_003 - OUTPUT_HEAD_MAX - OUTPUT_TAIL_MAX);
  });

  it('sends a program that may read its input as one request, since connections have no end of input', async () => {
    const { engine, standIn } = await start(CONNECTED);

    await run(engine, 'echo stdin');
    const reader = { name: 'Reader.java', content: 'new Scanner(System.in)' };
    await run(engine, 'hello', { files: [{ name: 'Main.java', content: 'hello' }, reader] });

    const paths = standIn.received.map(({ path }) => path);
    expect(paths.filter((path) => path !== '/api/v2/runtimes')).toEqual(Array(3).fill('/api/v2/execute'));
  });

  it('tries no connection again if it was refused', async () => {
    const { engine, standIn } = await start(REQUESTED);

    await run(engine, 'hello');
    await run(engine, 'hello');

    const attempts = standIn.received.filter(({ path }) => path === '/api/v2/connect');
    expect(attempts).toHaveLength(1);
  });

  it('closes its connection when a program is stopped', async () => {
    const { engine, standIn } = await start(CONNECTED, { RUN_LIMIT_MS: '3000' });
    const stop = new AbortController();

    const running = run(engine, 'sleep', { signal: stop.signal });
    await until('the connection', () => standIn.connections() === 1);
    stop.abort();
    await running;
    // Before the program's limit, at which the stand-in closes it.
    await until('the end of the connection', () => standIn.connections() === 0, 1_000);

    expect(standIn.received.filter(({ path }) => path === '/api/v2/execute')).toEqual([]);
  });

  it('offers the languages of the editor that it has, in their newest version', async () => {
    const { engine, standIn } = await start(CONNECTED);

    expect(engine.languages().toSorted()).toEqual(['c#', 'java', 'shell']);

    await run(engine, 'echo stdin');
    expect(standIn.received.at(-1)?.body).toMatchObject({
      language: 'java',
      version: '15.0.2',
      files: [{ name: 'Main' }],
    });
  });

  it('finds its API below a path', async () => {
    const { standIn } = await start(CONNECTED, { RUN_ENGINE_TOKEN: 'k', RUN_ENGINE_TOKEN_HEADER: 'X-Key' });
    const config = readConfig({ RUN_ENGINE_URL: `${standIn.url}/engines/` });
    const engine = openRunEngine(config, log);
    await engine?.refreshLanguages();

    expect(standIn.received.map(({ path }) => path)).toEqual(['/api/v2/runtimes', '/engines/api/v2/runtimes']);
    expect(standIn.received[0]?.headers['x-key']).toBe('k');
  });
});

describe('Judge0', () => {
  it('finds languages by their names and takes the newest', async () => {
    const { engine, standIn } = await start(JUDGE0);

    expect(engine.languages().toSorted()).toEqual(['c#', 'java', 'javascript', 'shell']);

    await run(engine, 'hello');
    const submitted = standIn.received.find(({ path }) => path.startsWith('/submissions?'));
    expect(submitted?.body).toMatchObject({ language_id: 91, enable_network: false });
  });

  it('requests the result every half second', async () => {
    const { engine, standIn } = await start(JUDGE0);

    await run(engine, 'hello');

    expect(standIn.received.filter(({ path }) => path.startsWith('/submissions/'))).toHaveLength(2);
  });
});

describe('the languages of an engine', () => {
  it('offers the languages that the operator allows', async () => {
    const { engine } = await start(CONNECTED, { RUN_ENGINE_LANGUAGES: 'shell,go' });

    expect(engine.languages()).toEqual(['shell']);
    expect(await run(engine, 'hello')).toMatchObject({ reason: 'not_loaded', out: '' });
  });

  it('reads the languages once while the list is fresh, and again if it is empty', async () => {
    const { engine, standIn } = await start(CONNECTED, {}, undefined, { redirectTo: 'http://127.0.0.1:1/' });
    expect(engine.languages()).toEqual([]);

    standIn.options.redirectTo = null;
    await engine.refreshLanguages();
    await engine.refreshLanguages();

    expect(engine.languages()).toContain('java');
    expect(standIn.received).toHaveLength(2);
  });

  it('keeps the languages if the engine cannot be reached later', async () => {
    const { engine, standIn } = await start(CONNECTED);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 601_000);
    await standIn.close();
    open.splice(open.indexOf(standIn), 1);

    await engine.refreshLanguages();

    vi.restoreAllMocks();
    expect(log.warn).toHaveBeenCalledWith({ kind: 'unreachable', status: null }, 'the run engine failed');
    expect(engine.languages()).toContain('java');
  });
});

it('opens no engine without an address', () => {
  expect(openRunEngine(readConfig({}), log)).toBeNull();
});

/** Neither users nor the log see the address of the engine. */
function expectNoAddress(end: unknown, { url }: EngineStandIn): void {
  const seen = JSON.stringify([end, log.warn.mock.calls]);
  for (const part of [new URL(url).host, new URL(url).port, '127.0.0.1', 'piston', 'judge0'])
    expect(seen).not.toContain(part);
}

it('says on Judge0 that only the first of several files ran, if it failed', { tags: ['long'] }, async () => {
  const files = [
    { name: 'Main.java', content: 'crash' },
    { name: 'Shop.java', content: '' },
  ];
  const { engine } = await start(JUDGE0);
  const note = 'This engine runs the first file only.';
  expect((await run(engine, 'crash', { files })).error?.message).toBe(`/ by zero\n${note}`);
  expect((await run(engine, 'both', { files })).error?.message).toContain(note);
  expect(await run(engine, 'hello', { files })).toMatchObject({ reason: 'finished', error: null });
  expect((await run(engine, 'crash')).error?.message).toBe('/ by zero');
  const { engine: piston } = await start(CONNECTED);
  expect((await run(piston, 'crash', { files })).error?.message).toBe('/ by zero');
});
