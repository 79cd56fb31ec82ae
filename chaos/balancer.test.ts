import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import { findHaproxy } from '../server/src/testing/services/binaries.ts';
import { until } from '../server/src/testing/until.ts';
import { freePort, startCluster, type Cluster } from './cluster.ts';
import { startInterview, storedCode } from './interview.ts';
import { OwnTypist } from './typists.ts';

const CONFIG = fileURLToPath(new URL('../deploy/haproxy.cfg', import.meta.url));

let cluster: Cluster;
let balancer: ChildProcess;
let url: string;

beforeAll(async () => {
  cluster = await startCluster(2);
  const haproxy = findHaproxy();
  if (!haproxy) throw new Error('No haproxy on this machine, and none could be fetched.');
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const [node1, node2] = cluster.nodes.map((node) => `127.0.0.1:${node.port}`);
  balancer = spawn(haproxy.path, ['-f', CONFIG, '-db'], {
    env: { ...haproxy.env, BALANCER_BIND: `127.0.0.1:${port}`, NODE1: node1, NODE2: node2 },
    stdio: 'ignore',
  });
  await until('the balancer', () => balancer.exitCode === null);
  await untilOk(`${url}/readyz`);
});
afterAll(async () => {
  balancer.kill();
  await cluster.stop();
});

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

test('figures are not for everybody', async () => {
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});
