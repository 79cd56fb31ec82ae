import { oneFile } from '@cip/contracts/rooms/files';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import type { SendOutcome } from './send-or-keep.ts';
import { useSaveCode } from './useSaveCode.ts';

const sent = vi.hoisted(() => ({ outcome: { kind: 'sent' } as unknown }));

vi.mock('./send-or-keep.ts', () => ({ sendOrKeep: () => Promise.resolve(sent.outcome) }));

const room = {
  code: { text: 'SELECT 1;', filledFiles: () => undefined, unsaved: null, save: () => Promise.resolve(true) },
  connection: { store: { get: () => ({ isConnected: true, language: 'sql', files: oneFile('sql') }) } },
} as unknown as LiveRoom;

afterEach(() => void (sent.outcome = { kind: 'sent' }));

/** Saves, and returns the text that is stored nowhere, with the toasts. */
async function save(outcome: SendOutcome) {
  sent.outcome = outcome;
  const before = toastStore.get().at(-1)?.id ?? 0;
  const { result } = renderHook(() => useSaveCode(room, { id: '1', room_code: 'r' }, 'dark'));
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
