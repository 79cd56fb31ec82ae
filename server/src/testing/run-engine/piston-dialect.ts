import { setTimeout as delay } from 'node:timers/promises';
import { PROGRAMS, type CannedProgram, type Fault } from './programs.ts';
import type { EngineOptions, EngineReply } from './engine-options.ts';

const RUNTIMES = [
  { language: 'java', version: '15.0.2', aliases: [] },
  { language: 'java', version: '9.0.4', aliases: [] },
  { language: 'csharp', version: '6.12.0', aliases: ['mono', 'c#'], runtime: 'mono' },
  { language: 'bash', version: '5.2.0', aliases: ['sh'] },
  { language: 'sqlite3', version: '3.36.0', aliases: ['sqlite', 'sql'] },
  { language: 'befunge93', version: '0.2.0', aliases: ['b93'] },
];

/** Longest compilation that the stand-in allows (ms): Piston's default. */
const COMPILE_LIMIT_MS = 10_000;
/** Output of one stream beyond which Piston kills a program that was started with one request. */
const OUTPUT_MAX = 65_536;

const FAULTY_REPLIES: Partial<Record<Fault, EngineReply>> = {
  'status 400': json(400, { message: 'files is required as an array' }),
  'status 500': { status: 500, body: '' },
  'invalid JSON': { status: 200, body: '{"run": {' },
  'closes midway': { ...json(200, { run: stage('half', '', 0) }), isCut: true },
  'no answer': { status: 200, body: '', isSilent: true },
};

/** Returns Piston's refusal of a job, else null. */
export function refusal(job: Record<string, unknown>, { runLimitMs }: EngineOptions): string | null {
  const { language, version } = job;
  if (!RUNTIMES.some((runtime) => runtime.language === language && runtime.version === version))
    return `${String(language)}-${String(version)} runtime is unknown`;
  const limits = { run_cpu_time: runLimitMs, run_timeout: runLimitMs, compile_timeout: COMPILE_LIMIT_MS };
  for (const [name, limit] of Object.entries(limits))
    if (Number(job[name]) > limit) return `${name} cannot exceed the configured limit of ${limit}`;
  return null;
}

/** Returns the program of a job. */
export function programOf(job: Record<string, unknown>): CannedProgram {
  const [file] = job['files'] as { content: string }[];
  const program = PROGRAMS[file?.content ?? ''];
  if (!program) throw new Error(`The stand-in has no program "${file?.content}".`);
  return program;
}

/** Answers as Piston's API does. */
export async function pistonReply(
  call: string,
  body: Record<string, unknown>,
  options: EngineOptions,
): Promise<EngineReply> {
  if (call === 'GET /api/v2/runtimes') return json(200, RUNTIMES);
  if (call !== 'POST /api/v2/execute') return json(404, { message: 'Not Found' });
  const message = refusal(body, options);
  if (message !== null) return json(400, { message });
  const program = programOf(body);
  const fault = program.fault && FAULTY_REPLIES[program.fault];
  if (fault) return fault;
  return json(200, await result(program, body));
}

async function result(program: CannedProgram, body: Record<string, unknown>) {
  if (program.compileError !== undefined) {
    const compile = stage('', program.compileError, 1);
    return { language: 'java', version: '15.0.2', compile, run: compile };
  }
  const written = { stdout: '', stderr: '' };
  for (const { stream, text, afterMs = 0 } of program.writes(String(body['stdin']))) {
    await delay(afterMs);
    written[stream] += text;
  }
  if (program.exitCode === null) {
    await delay(Number(body['run_timeout']));
    const killed = { signal: 'SIGKILL', status: 'TO', wall_time: body['run_timeout'] };
    return { run: { ...stage(written.stdout, '', null), ...killed } };
  }
  if (written.stdout.length > OUTPUT_MAX && program.fault !== 'large answer')
    return { run: { ...stage(written.stdout.slice(0, OUTPUT_MAX), '', null), signal: 'SIGKILL', status: 'OL' } };
  return { run: stage(written.stdout, written.stderr, program.exitCode) };
}

function stage(stdout: string, stderr: string, code: number | null) {
  return { stdout, stderr, output: stdout + stderr, code, signal: null, message: null, status: null, wall_time: 12 };
}

function json(status: number, body: unknown): EngineReply {
  return { status, body: JSON.stringify(body) };
}
