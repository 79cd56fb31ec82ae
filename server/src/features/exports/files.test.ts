import { createHash, randomUUID } from 'node:crypto';
import { readReceipt } from '@cip/contracts/receipts/receipt-format';
import { getReceipt } from '@cip/contracts/receipts/receipts';
import { getCode } from '@cip/contracts/rooms/documents';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endInterview } from '../../testing/builders.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { call } from '../../testing/http/call.ts';
import { startLiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

async function unpack(url: string, token: string): Promise<Record<string, string>> {
  const response = await node.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const files = unzipSync(new Uint8Array(response.rawPayload));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test('shows all files with the code while it goes on and afterwards, in the archive and the receipt', async () => {
  const room = await startLiveRoom(node);
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  const create = (name: string) => ada.wire.emit('file:create', { id: randomUUID(), name });
  const code = async () =>
    (await call(node.app, getCode, { token: room.owner.token, params: { id: room.interview.id } })).reply.data;
  ada.insert(ada.text.length, '\nselect 1;');
  await until('the edit', () => ada.unacknowledged.size === 0);
  expect(await code()).not.toHaveProperty('files');
  await create('src/shop.ts');
  await create('gone.ts');
  await create('empty.ts');
  ada.doc.getText('code2').insert(0, 'export {};');
  ada.doc.getText('code3').insert(0, 'gone');
  await ada.wire.emit('file:delete', { root: 'code3' });
  await until('the edits', () => ada.unacknowledged.size === 0);
  const files = [
    { name: 'main.sql', content: ada.text },
    { name: 'src/shop.ts', content: 'export {};' },
    { name: 'empty.ts', content: '' },
  ];
  expect(await code()).toMatchObject({ code_content: ada.text, files });

  await endInterview(node, room.owner, room.roomCode);

  expect(await code()).toMatchObject({ code_content: ada.text, files });
  const archived = await unpack(`/api/interview-sessions/${room.interview.id}/export`, room.owner.token);
  expect(archived['code.sql']).toBe(ada.text);
  for (const { name, content } of files) expect(archived[`files/${name}`]).toBe(content);
  const request = { token: room.candidate.authToken, params: { roomCode: room.roomCode } };
  const { reply } = await call(node.app, getReceipt, request);
  expect(reply.files).toEqual(files);
  const { receipt } = readReceipt(reply.receipt) ?? {};
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(receipt?.files).toEqual(
    files.map(({ name, content }) => ({ name, sha256: digest(content), length: content.length })),
  );
  expect(receipt?.code.sha256).toBe(digest(ada.text));
});

test('exports files with stored names that archives refuse, under other paths', async () => {
  const room = await startLiveRoom(node);
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  // As the rules of an earlier release allowed it.
  const names = ['-a.py', '_-a.py', 'src/-rf/-b.py'];
  await node.ctx.db
    .insertInto('interview_files')
    .values(names.map((name, nth) => ({ interview_id: room.interview.id, root: `code${nth + 2}`, name })))
    .execute();
  for (const nth of names.keys()) ada.doc.getText(`code${nth + 2}`).insert(0, `text ${nth}`);
  await until('the edits', () => ada.unacknowledged.size === 0);
  await endInterview(node, room.owner, room.roomCode);

  const { token } = room.owner;
  const exported = [
    { folder: '', files: await unpack(`/api/interview-sessions/${room.interview.id}/export`, token) },
    { folder: '', files: await unpack(`/api/public/session/${room.roomCode}/export`, room.candidate.authToken ?? '') },
    { folder: /^interviews[/][^/]+[/]/, files: await unpack('/api/company/export', token) },
  ];

  for (const { folder, files } of exported) {
    const paths = Object.entries(files).map(([path, content]) => [path.replace(folder, ''), content]);
    expect(Object.fromEntries(paths)).toMatchObject({
      'files/main.sql': ada.text,
      'files/__-a.py': 'text 0',
      'files/_-a.py': 'text 1',
      'files/src/_-rf/_-b.py': 'text 2',
    });
  }
});
