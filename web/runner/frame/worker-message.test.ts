import { expect, test } from 'vitest';
import { readWorkerMessage } from './worker-message.ts';

test.each([
  null,
  'ready',
  {},
  { type: 'poison' },
  { type: 'output', stream: 'out', text: 5 },
  { type: 'output', stream: 'html', text: 'x' },
  { type: 'snapshot', blob: 'bytes' },
  { type: 'end' },
])('ignores %j, which is no message of a worker', (message) => {
  expect(readWorkerMessage(message)).toBeNull();
});

test('cuts texts of any length', () => {
  const text = 'x'.repeat(1e6);
  const lengthOf = (message: object) => JSON.stringify(readWorkerMessage(message)).length;
  const end = { exitCode: 1, error: { name: text, message: text } };
  for (const message of [
    { type: 'output', stream: 'out', text },
    { type: 'rest', tail: text },
    { type: 'unready', problem: text },
    { type: 'needs', files: Array.from({ length: 1_000 }, () => text) },
    { type: 'test', test: { file: text, names: Array.from({ length: 1_000 }, () => text), message: text } },
    { type: 'end', end },
  ])
    expect(lengthOf(message)).toBeLessThan(60_000);
});

test('takes only known fields of known kinds', () => {
  const error = { name: 5, message: 'm', line: '3', column: 4.5, stack: 'x' };
  expect(readWorkerMessage({ type: 'end', end: { exitCode: 2 ** 40, error, needsInput: 'yes', more: 1 } })).toEqual({
    type: 'end',
    end: {
      exitCode: 0,
      error: { name: '', message: 'm', line: null, column: null },
      needsInput: false,
      isCrash: false,
    },
  });
  expect(readWorkerMessage({ type: 'rest', tail: 7, omitted: -1 })).toEqual({ type: 'rest', tail: '', omitted: 0 });
});

test('takes of a test what the wire has', () => {
  const sent = { file: '../ä b.js', names: ['a\nb', 5], state: 'flaky', ms: 'x', line: '3', message: null, more: 1 };
  const test = { names: ['a b', ''], state: 'failed', ms: 0, line: null, message: '' };
  expect(readWorkerMessage({ type: 'test', test: sent })).toEqual({
    type: 'test',
    test: { ...test, file: '../__b.js' },
  });
  expect(readWorkerMessage({ type: 'test', test: { state: 'running' } })).toMatchObject({
    test: { file: '_', names: [], state: 'running' },
  });
  expect(readWorkerMessage({ type: 'test', test: 'x' })).toBeNull();
});
