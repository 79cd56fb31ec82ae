import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sendError } from '../errors/http-errors.ts';
import { countOpenReply } from './open-replies.ts';

const PIECE = Buffer.alloc(1024 * 1024);
/** More than a connection holds unread. */
const TAKEN_BYTES = 16 * PIECE.length;

const app = Fastify({ forceCloseConnections: true });
app.get<{ Params: { reader: string } }>('/:reader', (request, reply) => {
  countOpenReply(reply, request.params.reader);
  return reply.send(Readable.from(endless(), { objectMode: false }));
});
function* endless() {
  for (;;) yield PIECE;
}

app.setErrorHandler(sendError);

let url: string;
beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const opened: IncomingMessage[] = [];
afterEach(async () => {
  for (const response of opened.splice(0)) response.destroy();
  const { server } = app;
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
});

/** Opens a reply that nobody reads. */
function open(reader: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${url}/${reader}`, { agent: false }, (response) => {
      opened.push(response);
      // A reply that breaks off emits an error.
      resolve(response.on('error', () => {}));
    }).on('error', reject);
  });
}

const statusOf = async (reader: string) => {
  const response = await open(reader);
  response.destroy();
  return response.statusCode;
};

/** Reads some of a reply. Returns whether it is still open then. */
function take(response: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    response.once('close', () => resolve(false));
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes < TAKEN_BYTES) return;
      response.removeAllListeners('data').pause();
      resolve(true);
    });
    response.resume();
  });
}

test('refuses a reader’s fourth open reply until another one is closed', async () => {
  const replies = [await open('ada'), await open('ada'), await open('ada')];

  const refused = await open('ada');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
  expect(await statusOf('bob')).toBe(200);

  replies[0]?.destroy();
  await expect.poll(() => statusOf('ada')).toBe(200);
});

test('ends the reply that was not read for the longest time if a node has twenty', { tags: ['long'] }, async () => {
  const replies: IncomingMessage[] = [];
  for (let n = 0; n < 20; n++) replies.push(await open(`reader-${n}`));
  const [read, stalled, other] = replies;
  if (!read || !stalled || !other) throw new Error('Some replies are missing.');
  expect(await take(read)).toBe(true);

  const last = await open('reader-20');

  expect(last.statusCode).toBe(200);
  expect(await take(stalled)).toBe(false);
  for (const reply of [read, other, last]) expect(await take(reply)).toBe(true);
});
