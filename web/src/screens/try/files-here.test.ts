import { FILE_TEXTS } from '@cip/contracts/rooms/text-limits';
import { oneFile } from '@cip/contracts/rooms/files';
import type { FileList } from '@cip/contracts/rooms/files';
import { expect, test } from 'vitest';
import { filesHere } from './files-here.ts';

const YOU = { id: 'you', name: 'You' };

function aList() {
  let list: FileList = oneFile('python');
  const request = filesHere({ get: () => list, set: (next) => (list = next) }, YOU);
  const create = (name: string) => request('file:create', { id: name, name });
  return { request, create, get: () => list };
}

const first = { root: 'code', name: 'main.py' };

test('creates, renames, deletes and restores files, in the order of their creation', async () => {
  const { request, create, get } = aList();
  expect(await create('a.py')).toEqual({ ok: true, root: 'code2' });
  expect(await create('b.py')).toEqual({ ok: true, root: 'code3' });
  await request('file:rename', { root: 'code2', name: 'lib/a.py' });
  const [a, b] = [
    { root: 'code2', name: 'lib/a.py' },
    { root: 'code3', name: 'b.py' },
  ];
  expect(get()).toEqual({ files: [first, a, b], deleted: [], by: YOU });
  await request('file:delete', { root: 'code2' });
  expect(get()).toMatchObject({ files: [first, b], deleted: [a] });
  expect(await create('c.py')).toEqual({ ok: true, root: 'code4' });
  await request('file:restore', { root: 'code2' });
  expect(get()).toMatchObject({ files: [first, a, b, { name: 'c.py' }], deleted: [] });
});

test('restores no file whose name is taken', async () => {
  const { request, create, get } = aList();
  await create('a.py');
  await request('file:delete', { root: 'code2' });
  await create('A.py');
  const message = 'Rename A.py first: it has the name of this file.';
  expect(await request('file:restore', { root: 'code2' })).toMatchObject({ ok: false, error: { message } });
  expect(get().deleted).toHaveLength(1);
});

test('has as many files as a room, with the deleted ones', async () => {
  const { request, create } = aList();
  for (const root of FILE_TEXTS.slice(1)) expect(await create(`${root}.py`)).toEqual({ ok: true, root });
  await request('file:delete', { root: 'code2' });
  const message = 'There are at most 20 files, with the deleted ones.';
  expect(await create('more.py')).toMatchObject({ ok: false, error: { message } });
});
