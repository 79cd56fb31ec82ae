import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { RawClient } from '../../../testing/sockets/raw-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/** Waits for the push of a text. Returns the packet that acknowledges it. */
async function acknowledgementOf(client: RawClient, code: string): Promise<string> {
  const push = await client.packet(`["codeChange",${JSON.stringify({ code })}]`);
  return `3/code-sharing,${/,(\d+)\[/.exec(push)?.[1]}[]`;
}

test.each([
  { first: 'the acknowledgement', isTextFirst: false, typed: 'base theirs mine', expected: 'base theirs mine' },
  { first: 'the text that crossed it', isTextFirst: true, typed: 'base mine', expected: 'base theirs mine' },
])('an acknowledgement and a text in one chunk, $first first', async ({ isTextFirst, typed, expected }) => {
  const { interviewer, candidate, roomCode: channel } = await startLiveRoom(node);
  const peer = await OwnClient.join(node.url, interviewer);
  const client = await RawClient.connect(node.url, candidate);
  const emit = (id: number, ...event: unknown[]) => client.send(`2/code-sharing,${id}${JSON.stringify(event)}`);
  emit(0, 'subscribe', { channel });
  await client.packet('3/code-sharing,0[');
  peer.erase(0, peer.text.length);
  peer.insert(0, 'base');
  client.send(await acknowledgementOf(client, 'base'));
  peer.insert('base'.length, ' theirs');
  const acknowledgement = await acknowledgementOf(client, 'base theirs');
  const data = { room: channel, code: typed, lineNumber: 1 };
  const type = () => emit(1, 'custom:event', { event: 'codeChange', channel, data });

  client.sendTogether(() => {
    if (isTextFirst) type();
    client.send(acknowledgement);
    if (!isTextFirst) type();
  });
  await client.packet('3/code-sharing,1[{"ok":true');
  await until('all three', () => peer.text.includes('mine'));

  expect(peer.text.split(' ').toSorted()).toEqual(expected.split(' ').toSorted());
});
