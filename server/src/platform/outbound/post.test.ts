import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/http/webhook-receiver.ts';
import { until } from '../../testing/until.ts';
import { parseNetwork } from './networks.ts';
import { post } from './post.ts';

const LOCAL = [parseNetwork('127.0.0.0/8')];

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

const send = (url: string, options: Partial<Parameters<typeof post>[1]> = {}) =>
  post(url, {
    headers: { 'webhook-id': 'one' },
    body: '{"text":"ß"}',
    networks: LOCAL,
    signal: new AbortController().signal,
    timeoutMs: 500,
    ...options,
  });

it('returns the status of the reply', async () => {
  expect(await send(receiver.url)).toEqual({ status: 204 });
  expect(receiver.received).toMatchObject([{ headers: { 'webhook-id': 'one' }, body: '{"text":"ß"}' }]);
});

describe('a faulty receiver', () => {
  it('returns the status of a receiver that fails', async () => {
    receiver.reply = (response) => response.writeHead(500).end('stack trace');

    expect(await send(receiver.url)).toEqual({ status: 500 });
  });

  it('does not follow a redirect', async () => {
    receiver.reply = (response) => response.writeHead(302, { location: receiver.url }).end();

    expect(await send(receiver.url)).toEqual({ status: 302 });
    expect(receiver.received).toHaveLength(1);
  });

  it('times out if the receiver never replies', async () => {
    receiver.reply = () => {};

    expect(await send(receiver.url)).toEqual({ failure: 'timeout' });
  });

  it('times out if the reply comes byte by byte', async () => {
    receiver.reply = (response) => {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\nx: ');
      const drip = setInterval(() => socket?.write('x'), 50);
      socket?.on('close', () => clearInterval(drip));
    };

    expect(await send(receiver.url)).toEqual({ failure: 'timeout' });
  });

  it('reports a failed connection if the receiver resets it', async () => {
    receiver.reply = (response) => void response.socket?.resetAndDestroy();

    expect(await send(receiver.url)).toEqual({ failure: 'connection' });
  });

  it('reports a failed connection if the receiver closes it', async () => {
    receiver.reply = (response) => void response.socket?.end();

    expect(await send(receiver.url)).toEqual({ failure: 'connection' });
  });

  it('reports a failed connection if the receiver switches protocols', async () => {
    receiver.reply = (response) => response.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end();

    expect(await send(receiver.url)).toEqual({ failure: 'connection' });
  });

  it('disconnects a receiver that sends an endless body', async () => {
    let closed = false;
    receiver.reply = (response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more).on('close', () => (closed = true));
      more();
    };

    expect(await send(receiver.url)).toEqual({ status: 200 });
    await until('the end of the connection', () => closed);
  });

  it('reports a failed connection for huge headers', async () => {
    receiver.reply = (response) => response.writeHead(200, { huge: 'x'.repeat(100_000) }).end();

    expect(await send(receiver.url)).toEqual({ failure: 'connection' });
  });

  it('reports a failed connection if nobody listens', async () => {
    await receiver.close();

    expect(await send(receiver.url)).toEqual({ failure: 'connection' });
  });

  it('reports a failure of TLS if the receiver does not speak TLS', async () => {
    expect(await send(receiver.url.replace('http:', 'https:'))).toEqual({ failure: 'tls' });
  });

  it('reports a failure of TLS for a self-signed certificate', async () => {
    // A TLS server with a certificate of its own; it gets no mail.
    const server = new SMTPServer({ secure: true });
    server.on('error', () => {});
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;

    expect(await send(`https://localhost:${port}/`, { resolve: async () => ['127.0.0.1'] })).toEqual({
      failure: 'tls',
    });
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});

describe('a host name', () => {
  it.each([
    ['a private address', ['10.0.0.1']],
    ['a private address besides a public one', ['93.184.216.34', '::ffff:192.168.0.1']],
    ['loopback', ['::1']],
  ])('refuses a name that leads to %s', async (_, addresses) => {
    expect(await send('https://hooks.example/', { networks: [], resolve: async () => addresses })).toEqual({
      failure: 'refused',
    });
  });

  // Otherwise a customer's own name that points to another name would show which names a private network has.
  it('refuses a name that leads to nothing like one that leads to a private address', async () => {
    expect(await send('https://hooks.example/', { resolve: async () => [] })).toEqual({ failure: 'refused' });
  });

  it('connects only to the checked address if a name changes after the check', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['10.0.0.1']];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];

    expect(await send(receiver.url.replace('127.0.0.1', 'rebinding.example'), { resolve })).toEqual({ status: 204 });
    expect(asked).toBe(1);
    expect(receiver.received).toMatchObject([{ headers: { host: expect.stringMatching(/^rebinding\.example:/) } }]);
  });

  it('times out if the name server never answers', async () => {
    expect(await send('https://hooks.example/', { resolve: () => new Promise(() => {}) })).toEqual({
      failure: 'timeout',
    });
  });
});

describe('a forbidden address', () => {
  let server: Server;
  const connections: Socket[] = [];
  beforeAll(async () => {
    server = createServer((socket) => void connections.push(socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0'])(
    'refuses https://%s without a connection',
    async (host) => {
      const { port } = server.address() as AddressInfo;

      expect(await send(`https://${host}:${port}/`, { networks: [] })).toEqual({ failure: 'refused' });
      expect(connections).toEqual([]);
    },
  );

  it.each(['22', '80', '5432', '65535'])('refuses another port of a public host: %s', async (port) => {
    expect(await send(`https://93.184.216.34:${port}/`)).toEqual({ failure: 'refused' });
  });

  it('refuses http:// to the public internet', async () => {
    expect(await send('http://93.184.216.34/')).toEqual({ failure: 'refused' });
  });
});
