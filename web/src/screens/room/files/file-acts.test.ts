import { createAtom } from '@tanstack/store';
import { expect, test } from 'vitest';
import type { LiveRoom } from '../live/live-room.ts';
import { createFile, deleteFile, renameFile, restoreFile } from './file-acts.ts';
import { codeCopyOf } from './code-copy-of.ts';

const FILES = [
  { root: 'code', name: 'main.py' },
  { root: 'code2', name: 'lib/util.py' },
];
const UNAVAILABLE = { ok: false, error: { code: 'unavailable', message: 'There is no connection.' } };

function roomWith(answer: object, isConnected = true) {
  const asked: object[] = [];
  const request = async (event: string, payload: object) => {
    asked.push([event, payload]);
    return answer;
  };
  const store = createAtom({ isConnected, files: { files: FILES, deleted: [{ root: 'code3', name: 'old.py' }] } });
  return { room: { connection: { store, request } } as unknown as LiveRoom, asked };
}

test('asks the server for each act', async () => {
  const { room, asked } = roomWith({ ok: true, root: 'code4' });
  expect(await createFile(room, { id: 'op-1', name: 'app.py' })).toEqual({ root: 'code4' });
  expect(await renameFile(room, { root: 'code2', name: 'lib/UTIL.py' })).toBeNull();
  expect(await deleteFile(room, 'code2')).toBeNull();
  expect(await restoreFile(room, 'code3')).toBeNull();
  expect(asked).toEqual([
    ['file:create', { id: 'op-1', name: 'app.py' }],
    ['file:rename', { root: 'code2', name: 'lib/UTIL.py' }],
    ['file:delete', { root: 'code2' }],
    ['file:restore', { root: 'code3' }],
  ]);
});

test.each([
  ['', 'A file needs a name.'],
  ['ä.py', 'Use letters without accents, digits, dots, hyphens and underscores.'],
  ['MAIN.py', 'There is main.py already.'],
  ['lib', 'There is lib/util.py already.'],
])('says why a file cannot be named %j, without asking', async (name, problem) => {
  const { room, asked } = roomWith({ ok: true, root: 'code4' });
  expect(await createFile(room, { id: 'op-1', name })).toEqual({ problem });
  expect(await renameFile(room, { root: 'code4', name })).toBe(problem);
  expect(asked).toEqual([]);
});

test('says that files wait for the connection, and passes on what the server says', async () => {
  const { room } = roomWith(UNAVAILABLE, false);
  const offline = 'Files can be changed when the connection is back. Your text is not affected.';
  expect(await createFile(room, { id: 'op-1', name: 'app.py' })).toEqual({ problem: offline });
  expect(await deleteFile(room, 'code2')).toBe(offline);
  const forbidden = roomWith({
    ok: false,
    error: { code: 'forbidden', message: 'Only interviewers change files here.' },
  });
  expect(await deleteFile(forbidden.room, 'code2')).toBe('Only interviewers change files here.');
});

test('names all files in the copy of the code', () => {
  const { room } = roomWith({ ok: true });
  const named: unknown[] = [];
  Object.assign(room, { code: { text: '', filledFiles: (files: unknown) => void named.push(files) } });
  codeCopyOf(room);
  expect(named).toEqual([[...FILES, { root: 'code3', name: 'deleted/old.py' }]]);
});
