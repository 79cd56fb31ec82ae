import { oneFile } from '@cip/contracts/rooms/files';
import type { RoomFile } from '@cip/contracts/rooms/files';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import type { SendOutcome } from './send-or-keep.ts';
import { useSaveCode } from './useSaveCode.ts';

const sent = vi.hoisted(() => ({ outcome: { kind: 'sent' } as unknown, operations: [] as unknown[] }));

vi.mock('./send-or-keep.ts', () => ({
  sendOrKeep: (_about: object, operation: object) => {
    sent.operations.push(operation);
    return Promise.resolve(sent.outcome);
  },
}));

const room = {
  code: {
    text: 'SELECT 1;',
    filledFiles: () => undefined,
    unsaved: null,
    save: () => Promise.resolve(true),
    insertAside: () => null,
  },
  connection: { store: { get: () => ({ isConnected: true, language: 'sql', files: oneFile('sql') }) } },
} as unknown as LiveRoom;

afterEach(() => void (sent.outcome = { kind: 'sent' }));

/** Saves, and returns the text that is stored nowhere, with the toasts. */
async function save(outcome: SendOutcome, changes: Partial<LiveRoom> = {}) {
  sent.outcome = outcome;
  const before = toastStore.get().at(-1)?.id ?? 0;
  const { result } = renderHook(() =>
    useSaveCode({ ...room, ...changes } as LiveRoom, { id: '1', room_code: 'r' }, 'dark'),
  );
  await act(async () => result.current.save());
  const toasts = toastStore.get().flatMap(({ id, text }) => (id > before ? [text] : []));
  return { unsavedCode: result.current.unsavedCode, toasts };
}

test('shows a notice, not a toast, for an unstored save', async () => {
  const outcome = await save({ kind: 'nowhere', message: 'The server cannot be reached.' });
  expect(outcome).toEqual({ unsavedCode: { code: 'SELECT 1;', language: 'sql' }, toasts: [] });
});

test('shows a toast for a refused save only without notice', async () => {
  const entry = { problem: 'No access' } as Extract<SendOutcome, { kind: 'refused' }>['entry'];
  expect(await save({ kind: 'refused', message: 'No access', entry })).toEqual({ unsavedCode: null, toasts: [] });
  expect(await save({ kind: 'refused', message: 'No access', entry: null })).toMatchObject({ toasts: ['No access'] });
});

test('shows in a toast where a save is stored', async () => {
  expect(await save({ kind: 'sent' })).toEqual({ unsavedCode: null, toasts: ['Code saved'] });
  expect(await save({ kind: 'waiting' })).toEqual({ unsavedCode: null, toasts: ['Saved offline'] });
});

test('changes the language of the session only while it is connected', async () => {
  await save({ kind: 'sent' });
  expect(sent.operations.at(-1)).toMatchObject({ body: { language: 'sql' } });

  const connection = { store: { get: () => ({ isConnected: false, language: 'python', files: oneFile('python') }) } };
  await save({ kind: 'waiting' }, { connection } as unknown as LiveRoom);
  expect(sent.operations.at(-1)).toMatchObject({ language: 'python' });
  expect(sent.operations.at(-1)).not.toHaveProperty('body.language');
});

test('saves what was typed without a connection and is still held', async () => {
  let text = 'SELECT 1;';
  const insertAside = () => (text = 'SELECT 1; -- held').length;
  const code = {
    ...room.code,
    insertAside,
    get text() {
      return text;
    },
  };
  await save({ kind: 'waiting' }, { code } as unknown as LiveRoom);
  expect(sent.operations.at(-1)).toMatchObject({ body: { code_content: 'SELECT 1; -- held' } });
});

test('keeps copies of all files with a save, also of deleted ones', async () => {
  const listed = { files: [{ root: 'code', name: 'main.sql' }], deleted: [{ root: 'code2', name: 'old.sql' }] };
  const contents = ['SELECT 1;', 'SELECT 2;'];
  const filledFiles = vi.fn<(files: readonly RoomFile[]) => object[]>((files) =>
    files.map(({ name }, place) => ({ name, content: contents[place] })),
  );
  const code = { ...room.code, filledFiles };
  const connection = { store: { get: () => ({ isConnected: false, language: 'sql', files: listed }) } };
  await save({ kind: 'waiting' }, { code, connection } as unknown as LiveRoom);
  expect(sent.operations.at(-1)).toMatchObject({
    kind: 'save',
    body: { code_content: 'SELECT 1;' },
    files: [
      { name: 'main.sql', content: 'SELECT 1;' },
      { name: 'deleted/old.sql', content: 'SELECT 2;' },
    ],
  });
});
