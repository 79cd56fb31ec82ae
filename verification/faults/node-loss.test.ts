import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlainClient } from '../../server/src/testing/sockets/plain-client.ts';
import { until } from '../../server/src/testing/until.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { startInterview } from '../support/interview.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2, { LOG_LEVEL: 'trace' });
});
afterAll(() => cluster.stop());

/** A killed node's participants are announced as gone within twelve seconds, or later if the machine is busy (ms). */
const GONE_WITHIN_MS = 40_000;

test(
  'announces the participants of a killed node once and logs no name, code or token',
  { tags: ['long'] },
  async () => {
    const interview = await startInterview(cluster);
    const [first, second] = cluster.nodes;
    if (!first || !second) throw new Error('two nodes were asked for');
    const stays = await PlainClient.join(first.url, interview.interviewer);
    const goes = await PlainClient.join(second.url, interview.candidates[0]);
    await until('the join of the second client', () => stays.count('userJoined') === 1);
    await goes.type('SELECT unmistakable_text FROM canary;');
    const left = stays.next('userLeft', () => true, GONE_WITHIN_MS);
    goes.close();
    await second.kill();
    expect(await left).toEqual({ userName: 'Ada', userType: 'candidate', participantCount: 1 });
    expect(await stays.custom('getParticipants')).toMatchObject({ count: 1 });
    expect([stays.count('userJoined'), stays.count('userLeft')]).toEqual([1, 1]);
    stays.close();
    const logs = first.log + second.log;
    const secrets = [
      'unmistakable_text',
      interview.roomCode,
      interview.token,
      interview.candidates[0].authToken ?? '',
      interview.candidates[0].userName ?? '',
    ];
    expect(logs).toContain('"level":30');
    expect(secrets.filter((secret) => logs.includes(secret))).toEqual([]);
  },
);
