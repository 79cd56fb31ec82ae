import { setTimeout as delay } from 'node:timers/promises';
import type { RunEngineConfig } from '../config/run-engine-config.ts';
import type { Attempt, EngineAdapter, Outcome } from './adapter.ts';
import { EngineFailure } from './engine-failure.ts';
import { engineHttp, type SendRequest } from './engine-http.ts';
import { fieldsOf, textOf } from './json-shape.ts';
import { findLanguages, type Judge0Language } from './judge0-languages.ts';
import { isOver, submissionOutcome, writeOutput, SUBMISSION_FIELDS } from './judge0-submission.ts';

/** Time between two requests for the result (ms). Judge0 caches its answers for a second. */
const POLL_MS = 500;
/** Memory of a program in KB: the largest that Judge0 allows by default, because Java, Kotlin and C# need it. */
const MEMORY_KB = 512_000;
/** Largest file that a program may write, its output included (KB): as much as a run keeps. */
const FILE_KB = 64;
const TOKEN = /^[A-Za-z0-9-]{1,64}$/;

/** Speaks Judge0's API. Judge0 has no live output and cannot stop a program. */
export function judge0Adapter(config: RunEngineConfig, runLimitMs: number): EngineAdapter {
  const send = engineHttp(config);
  let found = new Map<string, Judge0Language>();
  return {
    takesOneFile: true,
    async readLanguages(signal) {
      const { status, body } = await send('/languages', { signal });
      if (status !== 200) throw new EngineFailure('refused', status);
      if (!Array.isArray(body)) throw new EngineFailure('unreadable', status);
      found = findLanguages(body.map(fieldsOf));
      return Array.from(found, ([id, { version }]) => ({ id, version }));
    },
    async execute(attempt) {
      const language = found.get(attempt.program.language);
      if (!language) throw new EngineFailure('not_offered');
      return poll(send, await submit(send, submission(attempt, language.number, runLimitMs), attempt.signal), attempt);
    },
  };
}

function submission({ program }: Attempt, languageId: number, runLimitMs: number): Record<string, unknown> {
  const seconds = Math.min(runLimitMs, program.limitMs ?? Infinity) / 1_000;
  return {
    language_id: languageId,
    source_code: encode(program.code),
    stdin: encode(program.stdin),
    // An instance lets a program request the network unless its operator forbids it.
    enable_network: false,
    cpu_time_limit: seconds,
    wall_time_limit: seconds,
    memory_limit: MEMORY_KB,
    max_file_size: FILE_KB,
  };
}

/** Submits a program and returns its token. If the instance refuses a limit, leaves it out: its own is lower. */
async function submit(send: SendRequest, body: Record<string, unknown>, signal: AbortSignal): Promise<string> {
  const answer = await send('/submissions?base64_encoded=true&wait=false', { signal, body });
  const fields = fieldsOf(answer.body);
  if (answer.status === 422) {
    const accepted = Object.entries(body).filter(([name]) => !(name in fields && name.endsWith('_limit')));
    if (accepted.length === Object.keys(body).length) throw new EngineFailure('refused', answer.status);
    return submit(send, Object.fromEntries(accepted), signal);
  }
  if (answer.status !== 201) throw new EngineFailure('refused', answer.status);
  const token = textOf(fields['token']);
  if (!TOKEN.test(token)) throw new EngineFailure('unreadable', answer.status);
  return token;
}

async function poll(send: SendRequest, token: string, attempt: Attempt): Promise<Outcome> {
  const path = `/submissions/${token}?base64_encoded=true&fields=${SUBMISSION_FIELDS}`;
  for (;;) {
    await delay(POLL_MS, null, { signal: attempt.signal });
    const { status, body } = await send(path, { signal: attempt.signal });
    if (status !== 200) throw new EngineFailure('interrupted', status);
    const submitted = fieldsOf(body);
    if (isOver(submitted)) {
      writeOutput(submitted, attempt.write);
      return submissionOutcome(submitted);
    }
  }
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
