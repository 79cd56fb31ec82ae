import { expect, test } from 'vitest';
import { readPreviewMessage } from './preview-message.ts';

test.each([null, 1, 'end', {}, { type: 'ping' }, { type: 'key', key: 'end' }, { type: 'ready' }, { type: 'snapshot' }])(
  'takes no message from %j',
  (data) => {
    expect(readPreviewMessage(data)).toBeNull();
  },
);

test('takes only the known parts of messages', () => {
  expect(readPreviewMessage({ type: 'key', key: 'run', more: 1 })).toEqual({ type: 'key', key: 'run' });
  expect(readPreviewMessage({ type: 'pong', more: 1 })).toEqual({ type: 'pong' });
  const test = { file: '../a b', names: 'x', state: 'won', ms: -1, line: 2.5, message: 7 };
  const read = { file: '../a_b', names: [], state: 'failed', ms: 0, line: null, message: '' };
  expect(readPreviewMessage({ type: 'test', test })).toEqual({ type: 'test', test: read });
  const end = { exitCode: {}, error: { name: 7, message: {}, line: 'x', column: 2 }, needsInput: 1 };
  expect(readPreviewMessage({ type: 'end', end })).toMatchObject({
    end: { exitCode: null, error: { name: '', message: '', line: null, column: 2 }, needsInput: false },
  });
});
