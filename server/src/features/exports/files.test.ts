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
  const response = await node.app.inject({
    url: `/api/interview-sessions/${room.interview.id}/export`,
    headers: { authorization: `Bearer ${room.owner.token}` },
  });
  const archived = unzipSync(new Uint8Array(response.rawPayload));
  const textIn = (name: string) => strFromU8(archived[name] ?? new Uint8Array([63]));
  expect(textIn('code.sql')).toBe(ada.text);
  for (const { name, content } of files) expect(textIn(`files/${name}`)).toBe(content);
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
