import { PROGRAMS, type CannedProgram, type Fault } from './programs.ts';
import type { EngineOptions, EngineReply } from './engine-options.ts';

const LANGUAGES = [
  { id: 46, name: 'Bash (5.0.0)' },
  { id: 51, name: 'C# (Mono 6.6.0.161)' },
  { id: 62, name: 'Java (OpenJDK 13.0.1)' },
  { id: 91, name: 'Java (JDK 17.0.6)' },
  { id: 4, name: 'Java (OpenJDK 8)' },
  { id: 82, name: 'SQL (SQLite 3.27.2)' },
  { id: 63, name: 'JavaScript (Node.js 12.14.0)' },
];

/** The others go wrong when the result is read. */
const FAULTY_SUBMISSIONS: Partial<Record<Fault, EngineReply>> = {
  'status 400': json(400, { error: 'some attributes for this submission cannot be converted to UTF-8' }),
  'status 500': { status: 500, body: '<html>Internal Server Error</html>' },
  'no answer': { status: 200, body: '', isSilent: true },
};

interface Submission {
  program: CannedProgram;
  stdin: string;
  /** How often its state was read. */
  polls: number;
  wallSeconds: number;
  /** Longest output in bytes. */
  outputMax: number;
}

/** The submissions by their tokens. */
const submissions = new Map<string, Submission>();

/** Answers as Judge0's API does. A result takes two requests. */
export function judge0Reply(call: string, body: Record<string, unknown>, options: EngineOptions): EngineReply {
  if (call === 'GET /languages') return json(200, LANGUAGES);
  if (call === 'POST /submissions') return submit(body, options);
  return read(call.replace('GET /submissions/', ''));
}

function submit(body: Record<string, unknown>, { runLimitMs }: EngineOptions): EngineReply {
  const program = PROGRAMS[decode(body['source_code'])];
  if (!program) throw new Error('The stand-in has no such program.');
  const most = runLimitMs / 1_000;
  if (Number(body['wall_time_limit'] ?? 0) > most)
    return json(422, { wall_time_limit: [`must be less than or equal to ${most}`] });
  const fault = program.fault && FAULTY_SUBMISSIONS[program.fault];
  if (fault) return fault;
  const token = crypto.randomUUID();
  submissions.set(token, {
    program,
    stdin: decode(body['stdin']),
    polls: 0,
    wallSeconds: Number(body['wall_time_limit'] ?? most),
    outputMax: Number(body['max_file_size']) * 1_024,
  });
  return json(201, { token });
}

function read(token: string): EngineReply {
  const submission = submissions.get(token);
  if (!submission) return json(404, { error: 'not found' });
  const { program } = submission;
  submission.polls += 1;
  if (program.fault === 'invalid JSON') return { status: 200, body: '{"status": {' };
  if (submission.polls === 1) return json(200, { status: { id: 2, description: 'Processing' }, stdout: null });
  const reply = json(200, result(submission));
  return program.fault === 'closes midway' ? { ...reply, isCut: true } : reply;
}

function result({ program, stdin, wallSeconds, outputMax }: Submission) {
  const { compileError, exitCode, fault } = program;
  if (compileError !== undefined) return { status: { id: 6 }, compile_output: encode(compileError), stdout: null };
  const written = { stdout: '', stderr: '' };
  for (const { stream, text } of program.writes(stdin)) written[stream] += text;
  const stderr = encode(written.stderr);
  if (written.stdout.length > outputMax && fault !== 'large answer')
    return { status: { id: 8 }, stdout: encode(written.stdout.slice(0, outputMax)), stderr, wall_time: '0.02' };
  const stdout = encode(written.stdout);
  if (exitCode === null) return { status: { id: 5 }, stdout, stderr, wall_time: String(wallSeconds) };
  return { status: { id: exitCode === 0 ? 3 : 11 }, stdout, stderr, wall_time: '0.012', exit_code: exitCode };
}

// Ruby's Base64 breaks lines.
function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64').replaceAll(/.{60}/g, '$&\n');
}

function decode(text: unknown): string {
  return Buffer.from(String(text), 'base64').toString('utf8');
}

function json(status: number, body: unknown): EngineReply {
  return { status, body: JSON.stringify(body) };
}
