import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { UpdateReader } from './update-reader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('sends a slow reader one difference for all missed updates', () => {
  const source = new Y.Doc();
  const target = new Y.Doc();
  let isSlow = false;
  let sent = 0;
  const reader = new UpdateReader(
    {
      isSlow: () => isSlow,
      send(update) {
        sent++;
        Y.applyUpdate(target, Buffer.from(update, 'base64'));
      },
    },
    (state) => Buffer.from(Y.encodeStateAsUpdate(source, Y.encodeStateVector(state))).toString('base64'),
  );
  source.on('update', (update: Uint8Array, _origin: unknown, _doc: Y.Doc, { beforeState }: Y.Transaction) =>
    reader.onUpdate(Buffer.from(update).toString('base64'), () => beforeState),
  );
  const text = source.getText(SHARED_TEXT);
  text.insert(0, 'before ');
  isSlow = true;
  for (let n = 0; n < 500; n++) text.insert(text.length, `${n} `);
  text.delete(0, 7);
  vi.advanceTimersByTime(1_000);
  expect(sent).toBe(1);
  isSlow = false;
  vi.advanceTimersByTime(200);
  expect(sent).toBe(2);
  text.insert(0, 'after ');
  expect(target.getText(SHARED_TEXT).toJSON()).toBe(text.toJSON());
  reader.close();
});
