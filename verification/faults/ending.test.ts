import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../server/src/testing/until.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { endInterview, startInterview, storedCode } from '../support/interview.ts';
import { strike, type Misfortune } from './faults.ts';
import { Proxy } from '../support/proxy.ts';
import { Random } from '../support/random.ts';
import { OwnTypist } from '../support/typists.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());

/** Characters of each person that are on the disk before anything dies. */
const BEGUN = 5;
const OUTAGE_MS = 2_000;
/** Sockets of a room that is over are closed by then, whatever their node was told, in milliseconds. */
const CLOSED_WITHIN_MS = 15_000;

test.each<Misfortune>(['kill a node', 'stop Redis', 'restart Postgres'])(
  'an interview ends once and for all, whatever dies in between: %s',
  async (misfortune) => {
    const interview = await startInterview(cluster);
    const ports = () => cluster.nodes.filter(({ isRunning }) => isRunning).map(({ port }) => port);
    const proxies = [await Proxy.open(ports), await Proxy.open(ports)] as const;
    const typists = [
      new OwnTypist(proxies[0], interview.interviewer),
      new OwnTypist(proxies[1], interview.candidates[0]),
    ];
    let next = 0x3400;
    const typing = setInterval(() => {
      for (const typist of typists) typist.type(String.fromCharCode(next++), next * 7);
    }, 60);
    await until('the beginning', () => typists.every(({ acknowledged }) => acknowledged.size > BEGUN));

    const scene = { cluster, random: new Random(next), typists, proxies: [...proxies], lose: () => {} };
    await Promise.all([strike(misfortune, { ...scene, forMs: OUTAGE_MS }), endInterview(cluster, interview)]);
    const text = await storedCode(cluster, interview);
    await until('everybody to be out', () => typists.every(({ isConnected }) => !isConnected), CLOSED_WITHIN_MS);
    await sleep(500);
    clearInterval(typing);

    const acknowledged = typists.flatMap((typist) => [...typist.acknowledged]);
    expect(acknowledged.filter((mark) => text.split(mark).length !== 2)).toEqual([]);
    expect(await storedCode(cluster, interview)).toBe(text);
    expect(cluster.nodes.map(({ exits }) => exits)).toEqual([0, 0]);
    for (const typist of typists) typist.leave();
    for (const proxy of proxies) proxy.close();
  },
);
