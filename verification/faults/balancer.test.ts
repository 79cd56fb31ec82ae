import type { ChildProcess } from 'node:child_process';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import { until } from '../../server/src/testing/until.ts';
import { freePort, startCluster, type Cluster } from '../support/cluster.ts';
import { startHaproxy, untilAnswers } from '../support/haproxy.ts';
import { startInterview, storedCode } from '../support/interview.ts';
import { ProductTypist } from '../support/typists.ts';

const CONFIG = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url));

let cluster: Cluster;
let balancer: ChildProcess;
let url: string;

beforeAll(async () => {
  cluster = await startCluster(2);
  const [first, second] = cluster.nodes;
  ({ balancer, url } = await startBalancer(first?.port, second?.port));
});
afterAll(async () => {
  balancer.kill();
  await cluster.stop();
});

async function startBalancer(
  node1?: number,
  node2?: number,
  settings: Record<string, string> = {},
): Promise<{ balancer: ChildProcess; url: string }> {
  const [bind, ...nodes] = [await freePort(), node1, node2].map((port) => `127.0.0.1:${port}`);
  const started = startHaproxy(CONFIG, { BALANCER_BIND: bind, NODE1: nodes[0], NODE2: nodes[1], ...settings });
  await until('the balancer', () => started.exitCode === null);
  await untilAnswers(`http://${bind}/readyz`);
  return { balancer: started, url: `http://${bind}` };
}

test('keeps one text behind the balancer while a node drains and another is killed', { tags: ['long'] }, async () => {
  const interview = await startInterview(cluster);
  const typists = [interview.interviewer, ...interview.candidates].map((auth) => new ProductTypist({ url }, auth));
  await until('all clients', () => typists.every(({ isConnected }) => isConnected));
  const marks = ['甲', '乙', '丙', '丁'];
  const typeAll = (offset: number) => {
    for (const [index, typist] of typists.entries())
      typist.type(String.fromCodePoint((marks[index]?.codePointAt(0) ?? 0) + offset), 0);
  };
  typeAll(0);
  const [first, second] = cluster.nodes;
  if (!first || !second) throw new Error('The cluster has fewer than two nodes.');
  await first.drain();
  typeAll(100);
  await until('all clients on the second node', () => typists.every(({ isSettled }) => isSettled));
  await first.start();
  await second.kill();
  typeAll(200);
  await until('all clients on the first node', () => typists.every(({ isSettled }) => isSettled));
  const stored = await storedCode(cluster, interview);
  expect(typists.map(({ text }) => text)).toEqual(typists.map(() => stored));
  for (const typist of typists) {
    expect([...typist.typed].filter((mark) => stored.split(mark).length !== 2)).toEqual([]);
    typist.leave();
  }
  await second.start();
});

test('keeps the polling fallback on one node by its cookie', async () => {
  const interview = await startInterview(cluster);
  await untilAnswers(`${url}/readyz`);
  const sockets = [0, 1, 2, 3].map(() =>
    io(`${url}/code-sharing`, {
      auth: interview.candidates[0],
      transports: ['polling'],
      forceNew: true,
      withCredentials: true,
    }),
  );
  await until('all to connect by polling', () => sockets.every(({ connected }) => connected));
  const replies = await Promise.all(
    sockets.map((socket) => socket.timeout(5_000).emitWithAck('subscribe', { channel: interview.roomCode })),
  );
  expect(replies).toMatchObject(sockets.map(() => ({ ok: true })));
  for (const socket of sockets) socket.disconnect();
});

test.each(['/metrics', '/metrics?x', '/%6detrics', '/%6Detric%73', '/METRICS', 'http://elsewhere/%6detrics'])(
  'hides the metrics from the public for %s',
  async (target) => {
    expect(await statusOf(target)).toBe(404);
  },
);

test('refuses the metrics path with a fragment', async () => {
  expect(await statusOf('/metrics#')).toBeGreaterThanOrEqual(400);
});

/** Starts a balancer in front of a server that records the headers of each request. */
async function startMirror(settings: Record<string, string> = {}) {
  const seen: IncomingHttpHeaders[] = [];
  const node = createServer((request, response) => {
    seen.push(request.headers);
    request.resume().on('end', () => response.end('fine'));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => node.listen(port, '127.0.0.1', resolve));
  const { balancer: own, url: ownUrl } = await startBalancer(port, port, settings);
  const stop = () => {
    own.kill();
    node.close();
    node.closeAllConnections();
  };
  return { url: ownUrl, marked: () => seen.filter((headers) => 'x-marked' in headers), stop };
}

test.each([
  ['off', 'http', false],
  ['on', 'https', true],
])('replaces forged forwarding headers with those of the balancer: TLS %s', async (tls, proto, isSecure) => {
  const own = await startMirror({ BALANCER_TLS: tls });
  try {
    const forged = {
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-host': 'evil.example',
    };
    const { headers } = await fetch(`${own.url}/marked`, { headers: { ...forged, 'x-marked': 'yes' } });

    expect(own.marked()).toMatchObject([
      { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': proto, 'x-forwarded-host': new URL(own.url).host },
    ]);
    expect(headers.get('set-cookie')).toMatch(/^node=node\d; .*HttpOnly/i);
    expect(/; Secure/i.test(headers.get('set-cookie') ?? '')).toBe(isSecure);
  } finally {
    own.stop();
  }
});

/** Sends raw bytes and returns everything received until the connection closes. */
function responseTo(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (part) => (received += part.toString()));
    // A reset connection emits `close` too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

test('ends a request with 408 when its head or its body stops arriving', { tags: ['long'] }, async () => {
  const own = await startMirror();
  try {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\n';
    const responses = [head, `${head}Content-Length: 100\r\n\r\nx`].map((bytes) => responseTo(own.url, bytes));
    for (const response of await Promise.all(responses)) expect(response).toContain('408 Request Time-out');
  } finally {
    own.stop();
  }
});

test('limits the connections of one address in ten seconds', { tags: ['long'] }, async () => {
  const own = await startMirror();
  try {
    const request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const responses: string[] = [];
    while (responses.length < 1_700)
      responses.push(...(await Promise.all(Array.from({ length: 100 }, () => responseTo(own.url, request)))));
    const served = responses.filter((response) => response.includes('200 OK')).length;
    expect(served).toBeGreaterThan(1_300);
    expect(served).toBeLessThan(1_600);
  } finally {
    own.stop();
  }
});

/** Requests a raw target, which fetch would normalize, and returns the status. */
function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const headers = URL.canParse(path) ? { host: new URL(path).host } : {};
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers, agent: false }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    );
  });
}
