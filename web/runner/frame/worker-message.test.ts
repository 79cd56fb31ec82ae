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
