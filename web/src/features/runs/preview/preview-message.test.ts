import { expect, test } from 'vitest';
import { readPreviewMessage } from './preview-message.ts';

test.each([null, 1, 'end', {}, { type: 'pong' }, { type: 'key', key: 'end' }, { type: 'ready' }, { type: 'snapshot' }])(
  'takes no message from %j',
  (data) => {
    expect(readPreviewMessage(data)).toBeNull();
  },
);

test('takes only the known parts of messages', () => {
  expect(readPreviewMessage({ type: 'key', key: 'run', more: 1 })).toEqual({ type: 'key', key: 'run' });
  const end = { exitCode: {}, error: { name: 7, message: {}, line: 'x', column: 2 }, needsInput: 1 };
  expect(readPreviewMessage({ type: 'end', end })).toMatchObject({
    end: { exitCode: null, error: { name: '', message: '', line: null, column: 2 }, needsInput: false },
  });
});
