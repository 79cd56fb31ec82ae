import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { RawClient } from '../../../testing/sockets/raw-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const NORMAL_CLOSURE = 1_000;
/** RFC 6455: an unmasked close frame with that status. */
const CLOSE_FRAME = Buffer.from([0x88, 2, NORMAL_CLOSURE >> 8, NORMAL_CLOSURE & 0xff]);

test('sends nothing after the close frame, also if an event came just before', async () => {
  const { candidate, roomCode } = await startLiveRoom(node);
  const client = await RawClient.join(node.url, candidate);
  client.sendTogether(() => {
    client.socket.send(`42/code-sharing,1["unsubscribe",{"channel":"${roomCode}"}]`);
    client.socket.close(NORMAL_CLOSURE);
  });
  await client.end();

  expect(client.bytes.subarray(-CLOSE_FRAME.length)).toEqual(CLOSE_FRAME);
});
