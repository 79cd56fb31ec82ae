import { connect, type Socket } from 'node:net';
import { Random } from '../../testkit/random.ts';
import { nonEmpty } from './rest.ts';
import { PIECES } from './values.ts';

/** Most frames per connection; the server closes most connections sooner. */
const FRAMES_EACH = 20;
/** One connection in this many sends raw bytes instead of WebSocket frames. */
const RAW_EVERY = 10;
const DEPTH = 10_000;
const TIMEOUT_MS = 5_000;

const PATH = '/socket.io/?EIO=4&transport=websocket';

/** The node and the room that frames are sent to. */
export interface FrameTarget {
  url: string;
  roomCode: string;
  token: string;
}

/** Opens a connection and sends up to `count` frames of a seed from number `first` on. Returns how many it sent. */
export async function sendFrames(target: FrameTarget, seed: number, first: number, count: number): Promise<number> {
  const random = new Random(seed * 3_000_003 + first);
  const wanted = Math.min(count, FRAMES_EACH);
  return random.below(RAW_EVERY) === 0 ? rawBytes(target, random, wanted) : webSocketFrames(target, random, wanted);
}

async function webSocketFrames(target: FrameTarget, random: Random, count: number): Promise<number> {
  const socket = new WebSocket(`${target.url.replace('http', 'ws')}${PATH}`);
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()));
  const opened = new Promise<boolean>((resolve) => {
    socket.addEventListener('message', () => resolve(true), { once: true });
    socket.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), TIMEOUT_MS).unref();
  });
  if (!(await opened)) throw new Error('The connection did not open.');
  // Half of the connections authenticate first, to reach the code behind the handshake.
  if (random.below(2) === 0)
    socket.send(`40/code-sharing,${JSON.stringify({ roomCode: target.roomCode, authToken: target.token })}`);
  let sent = 0;
  while (sent < count && socket.readyState === WebSocket.OPEN) {
    socket.send(random.below(6) === 0 ? bytes(random) : packet(target, random));
    sent++;
    if (random.below(4) === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  socket.close();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS).unref())]);
  return Math.max(1, sent);
}

// Sends random bytes after a valid upgrade: random lengths, masks and opcodes.
function rawBytes({ url }: FrameTarget, random: Random, count: number): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let sent = 0;
    const socket: Socket = connect(Number(port), hostname, () => {
      const key = Buffer.from('0123456789abcdef').toString('base64');
      socket.write(
        `GET ${PATH} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
      );
    });
    socket.once('data', () => {
      for (; sent < count && socket.writable; sent++) socket.write(bytes(random));
      socket.end();
    });
    socket.on('error', () => {});
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.once('close', () => resolve(Math.max(1, sent)));
  });
}

function bytes(random: Random): Uint8Array<ArrayBuffer> {
  const length = random.pick([0, 1, 2, 5, 14, 130, 1_000, 70_000]);
  return Uint8Array.from({ length }, () => random.below(256));
}

const HEADS = [
  '',
  '0',
  '1',
  '2',
  '3',
  '4',
  '40',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
  '451-',
  '459999999-',
  '42/',
  '42/x,',
] as const;
const SPACE = '/code-sharing,';

function packet({ roomCode, token }: FrameTarget, random: Random): string {
  const json = random.pick([
    ['custom:event'],
    ['custom:event', null],
    ['custom:event', { event: 'codeChange', channel: roomCode, data: { room: roomCode, code: random.pick(PIECES) } }],
    ['subscribe', { channel: roomCode, authToken: token }],
    ['document:update', { id: 'operation-0001', update: 'AAA=' }],
    ['document:update', { _placeholder: true, num: 0 }],
    [{ _placeholder: true, num: 1e9 }],
    ['__proto__', {}],
    ['disconnect', 'x'],
    ['connect_error', {}],
    [1, 2, 3],
    {},
    null,
  ]);
  const text = JSON.stringify(json);
  const middle = random.pick([
    '',
    SPACE,
    `${SPACE}7`,
    `${SPACE}99999999999999999999`,
    `${SPACE}-1`,
    '7',
    '/,',
    '/code-sharing?x=1,',
  ]);
  const deep = `["custom:event",${'{"data":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}]`;
  const end = random.pick([
    text,
    text,
    text,
    text.slice(0, -1),
    `${text}]`,
    deep,
    '[',
    random.pick(PIECES),
    'x'.repeat(1_200_000),
  ]);
  // Rare, because more than a megabyte closes the connection: other frames must get through.
  const tail = end.length > 1_000_000 && random.below(30) > 0 ? text : end;
  const honest = random.below(3) === 0;
  return honest ? `42${SPACE}${random.below(100)}${tail}` : `${random.pick(nonEmpty(HEADS))}${middle}${tail}`;
}
