import {
  ERROR_MESSAGE_MAX,
  ERROR_NAME_MAX,
  OUTPUT_HEAD_MAX,
  OUTPUT_TAIL_MAX,
  TEST_MESSAGE_MAX,
  TEST_PATH_MAX,
} from '@cip/contracts/runs/run-limits';
import { TEST_STATES } from '@cip/contracts/runs/run-tests';
import type { FromWorker, ProgramEnd, TestReport } from '../messages.ts';

/** Most files that a program may need, and the longest name of one. */
const FILES_MAX = 20;
const FILE_NAME_MAX = 80;

type Fields = Record<string, unknown>;

/**
 * Returns a message from a worker, or null if it is none. Because a program can reach the port of its worker, nothing
 * that arrives there is trusted, and texts are cut: millions of characters would block the page.
 */
export function readWorkerMessage(data: unknown): FromWorker | null {
  if (!isFields(data)) return null;
  const { type } = data;
  if (type === 'ready' || type === 'compiled' || type === 'asking') return { type };
  if (type === 'needs') return { type, files: namesOf(data['files']) };
  if (type === 'unready') return { type, problem: textOf(data['problem']).slice(0, ERROR_MESSAGE_MAX) };
  if (type === 'snapshot') return data['blob'] instanceof Blob ? { type, blob: data['blob'] } : null;
  if (type === 'output') {
    const { stream, text } = data;
    const isStream = stream === 'out' || stream === 'err' || stream === 'table';
    return isStream && typeof text === 'string' ? { type, stream, text: text.slice(0, OUTPUT_HEAD_MAX) } : null;
  }
  if (type === 'test') return isFields(data['test']) ? { type, test: testOf(data['test']) } : null;
  if (type === 'rest')
    return { type, tail: textOf(data['tail']).slice(-OUTPUT_TAIL_MAX), omitted: countOf(data['omitted']) };
  return type === 'end' && isFields(data['end']) ? { type, end: endOf(data['end']) } : null;
}

function endOf({ exitCode, error, needsInput, isCrash }: Fields): ProgramEnd {
  return {
    exitCode: typeof exitCode === 'number' ? exitCode | 0 : null,
    error: isFields(error)
      ? {
          name: textOf(error['name']).slice(0, ERROR_NAME_MAX),
          message: textOf(error['message']).slice(0, ERROR_MESSAGE_MAX),
          line: positionOf(error['line']),
          column: positionOf(error['column']),
        }
      : null,
    needsInput: needsInput === true,
    isCrash: isCrash === true,
  };
}

function testOf({ file, names, state, ms, line, message }: Fields): TestReport {
  const path: unknown[] = Array.isArray(names) ? names.slice(0, FILES_MAX) : [];
  return {
    file:
      textOf(file)
        .slice(0, FILE_NAME_MAX)
        .replaceAll(/[^\w./-]/g, '_') || '_',
    names: path.map((name) => textOf(name).slice(0, TEST_PATH_MAX).replaceAll(/\s+/g, ' ')),
    state: TEST_STATES.find((each) => each === state) ?? (state === 'running' ? 'running' : 'failed'),
    ms: typeof ms === 'number' && ms > 0 ? ms : 0,
    line: positionOf(line),
    message: textOf(message).slice(0, TEST_MESSAGE_MAX),
  };
}

function namesOf(value: unknown): string[] {
  const names: unknown[] = Array.isArray(value) ? value.slice(0, FILES_MAX) : [];
  return names.map((name) => textOf(name).slice(0, FILE_NAME_MAX));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0;
}

function positionOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}
