import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import { findHaproxy } from '../../server/src/testing/services/binaries.ts';
import { until } from '../../server/src/testing/until.ts';
import { freePort, startCluster, type Cluster } from '../support/cluster.ts';
import { startInterview, storedCode } from '../support/interview.ts';
import { OwnTypist } from '../support/typists.ts';

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
  const haproxy = findHaproxy();
  if (!haproxy) throw new Error('No haproxy on this machine, and none could be fetched.');
  const [bind, ...nodes] = [await freePort(), node1, node2].map((port) => `127.0.0.1:${port}`);
  const started = spawn(haproxy.path, ['-f', CONFIG, '-db'], {
    env: { ...haproxy.env, BALANCER_BIND: bind, NODE1: nodes[0], NODE2: nodes[1], ...settings },
    stdio: 'ignore',
  });
  await until('the balancer', () => started.exitCode === null);
  await untilOk(`http://${bind}/readyz`);
  return { balancer: started, url: `http://${bind}` };
}

async function untilOk(address: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${address} did not answer.`);
}

test('people behind the balancer edit one text while a node drains and another dies', async () => {
  const interview = await startInterview(cluster);
  const typists = [interview.interviewer, ...interview.candidates].map((auth) => new OwnTypist({ url }, auth));
  await until('everybody', () => typists.every(({ isConnected }) => isConnected));
  const marks = ['甲', '乙', '丙', '丁'];
  const typeAll = (offset: number) => {
    for (const [index, typist] of typists.entries())
      typist.type(String.fromCodePoint((marks[index]?.codePointAt(0) ?? 0) + offset), 0);
  };
  typeAll(0);
  const [first, second] = cluster.nodes;
  if (!first || !second) throw new Error('two nodes were asked for');
  await first.drain();
  typeAll(100);
  await until('everybody on the second node', () => typists.every(({ isSettled }) => isSettled));
  await first.start();
  await second.kill();
  typeAll(200);
  await until('everybody on the first node', () => typists.every(({ isSettled }) => isSettled));
  const stored = await storedCode(cluster, interview);
  expect(typists.map(({ text }) => text)).toEqual(typists.map(() => stored));
  for (const typist of typists) {
    expect([...typist.typed].filter((mark) => stored.split(mark).length !== 2)).toEqual([]);
    typist.leave();
  }
  await second.start();
});

test('the polling fallback stays on one node by the cookie', async () => {
  const interview = await startInterview(cluster);
  await untilOk(`${url}/readyz`);
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
  'figures are not for everybody who asks for %s',
  async (target) => {
    expect(await ask(target)).toBe(404);
  },
);

test('figures are not for those who hide them before a fragment', async () => {
  expect(await ask('/metrics#')).toBeGreaterThanOrEqual(400);
});

/** A balancer in front of a server that answers everything at once, and the headers of what reached it. */
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
])(
  'nodes are told where a request comes from, how and for whom by the balancer alone: TLS %s',
  async (tls, proto, isSecure) => {
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
  },
);

/** What comes back for bytes that are sent as they are, until the connection is closed. */
function answerTo(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (part) => (received += part.toString()));
    // A connection that is reset closes too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

test('a request that does not come is cut off, in its head and in its body', async () => {
  const own = await startMirror();
  try {
    const head = 'POST / HTTP/1.1\r\nHost: x\r\n';
    const answers = [head, `${head}Content-Length: 100\r\n\r\nx`].map((bytes) => answerTo(own.url, bytes));
    for (const answer of await Promise.all(answers)) expect(answer).toContain('408 Request Time-out');
  } finally {
    own.stop();
  }
});

test('one address opens a bounded number of connections in ten seconds', async () => {
  const own = await startMirror();
  try {
    const ask = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answers: string[] = [];
    while (answers.length < 1_700)
      answers.push(...(await Promise.all(Array.from({ length: 100 }, () => answerTo(own.url, ask)))));
    const served = answers.filter((answer) => answer.includes('200 OK')).length;
    expect(served).toBeGreaterThan(1_300);
    expect(served).toBeLessThan(1_600);
  } finally {
    own.stop();
  }
});

/** Asks for a target as it is written, which fetch would tidy; answers with the status. */
function ask(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const headers = URL.canParse(path) ? { host: new URL(path).host } : {};
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers, agent: false }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    );
  });
}
