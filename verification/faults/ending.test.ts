import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../server/src/testing/until.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { endInterview, startInterview, storedCode } from '../support/interview.ts';
import { injectFault, type Fault } from './faults.ts';
import { Proxy } from '../support/proxy.ts';
import { Random } from '../../testkit/random.ts';
import { ProductTypist } from '../support/typists.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());

/** Acknowledged characters of each client before the fault. */
const TYPED_BEFORE = 5;
const OUTAGE_MS = 2_000;
/** The sockets of an ended room are closed by then, even if their node missed the announcement (ms). */
const CLOSED_WITHIN_MS = 15_000;

async function endDuring(fault: Fault): Promise<void> {
  const interview = await startInterview(cluster);
  const ports = () => cluster.nodes.filter(({ isRunning }) => isRunning).map(({ port }) => port);
  const proxies = [await Proxy.open(ports), await Proxy.open(ports)] as const;
  const typists = [
    new ProductTypist(proxies[0], interview.interviewer),
    new ProductTypist(proxies[1], interview.candidates[0]),
  ];
  let next = 0x3400;
  const typing = setInterval(() => {
    for (const typist of typists) typist.type(String.fromCharCode(next++), next * 7);
  }, 60);
  await until('the first acknowledgements', () =>
    typists.every(({ acknowledged }) => acknowledged.size > TYPED_BEFORE),
  );

  const context = { cluster, random: new Random(next), typists, proxies: [...proxies], removeTypist: () => {} };
  await Promise.all([injectFault(fault, { ...context, durationMs: OUTAGE_MS }), endInterview(cluster, interview)]);
  const text = await storedCode(cluster, interview);
  await until(
    'all clients to be disconnected',
    () => typists.every(({ isConnected }) => !isConnected),
    CLOSED_WITHIN_MS,
  );
  await sleep(500);
  clearInterval(typing);

  const acknowledged = typists.flatMap((typist) => [...typist.acknowledged]);
  expect(acknowledged.filter((mark) => text.split(mark).length !== 2)).toEqual([]);
  expect(await storedCode(cluster, interview)).toBe(text);
  expect(cluster.nodes.map(({ exits }) => exits)).toEqual([0, 0]);
  for (const typist of typists) typist.leave();
  for (const proxy of proxies) proxy.close();
}

test('keeps an ended interview final while a node is killed', { tags: ['long'] }, async () => {
  expect.hasAssertions();
  await endDuring('kill a node');
});

test.each<Fault>(['stop Redis', 'restart Postgres'])(
  'keeps an ended interview final while a fault strikes: %s',
  { tags: ['long'] },
  async (fault) => {
    expect.hasAssertions();
    await endDuring(fault);
  },
);
