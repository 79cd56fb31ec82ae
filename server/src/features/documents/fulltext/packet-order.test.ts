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
async function acknowledgementOf({ received }: RawClient, code: string): Promise<string> {
  const event = `["codeChange",${JSON.stringify({ code })}]`;
  const push = await until('the push', () => received.find((packet) => packet.endsWith(event)));
  return push.replace(/^42/, '43').replace(event, '[]');
}

test.each([
  { first: 'the acknowledgement', isTextFirst: false, typed: 'base theirs mine' },
  { first: 'the text that crossed it', isTextFirst: true, typed: 'base mine' },
])(
  'applies a text once that comes in one chunk with an acknowledgement, $first first',
  async ({ isTextFirst, typed }) => {
    const { interviewer, candidate, roomCode: channel } = await startLiveRoom(node);
    const peer = await OwnClient.join(node.url, interviewer);
    const client = await RawClient.join(node.url, candidate);
    peer.erase(0, peer.text.length);
    peer.insert(0, 'base');
    client.socket.send(await acknowledgementOf(client, 'base'));
    peer.insert('base'.length, ' theirs');
    const acknowledgement = await acknowledgementOf(client, 'base theirs');
    const data = { room: channel, code: typed, lineNumber: 1 };
    const text = `42/code-sharing,1${JSON.stringify(['custom:event', { event: 'codeChange', channel, data }])}`;

    client.sendTogether(() => {
      for (const packet of isTextFirst ? [text, acknowledgement] : [acknowledgement, text]) client.socket.send(packet);
    });
    await client.has('43/code-sharing,1[{"ok":true');
    await until('all three', () => peer.text.includes('mine'));

    expect(peer.text.split(' ').toSorted()).toEqual(['base', 'mine', 'theirs']);
  },
);
