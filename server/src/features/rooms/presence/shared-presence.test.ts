import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { expect, inject, test } from 'vitest';
import { connectRedis } from '../../../platform/redis/redis.ts';
import { startRedis } from '../../../testing/services/redis.ts';
import { until } from '../../../testing/until.ts';
import type { PresenceEntry } from './presence.ts';
import { SharedPresence } from './shared-presence.ts';

const INTERVIEW = randomUUID();
const log = { warn: () => {} };
const listener = { left: () => {}, returned: () => {}, changed: () => {} };

function entryOf(name: string): PresenceEntry {
  const participant = { id: randomUUID(), name, type: 'candidate' as const, authenticated: true };
  return { interviewId: INTERVIEW, socketId: randomUUID(), participant };
}

const namesIn = async (presence: SharedPresence) => (await presence.list(INTERVIEW)).map(({ name }) => name).toSorted();

test(
  'lists those it knows while Redis is silent, and tells the others of new ones when it is back',
  { tags: ['long'] },
  async () => {
    const redis = await startRedis();
    const connections = [connectRedis(redis.url, log), connectRedis(redis.url, log)] as const;
    const [here, elsewhere] = [
      new SharedPresence(connections[0].commands, listener, log),
      new SharedPresence(connections[1].commands, listener, log),
    ];
    try {
      await until('the connections', () => connections.every((each) => each.areReady()));
      await here.enter(entryOf('Ada'));
      await elsewhere.enter(entryOf('Bob'));
      expect(await namesIn(here)).toEqual(['Ada', 'Bob']);

      redis.pause();
      expect(await here.enter(entryOf('Cleo'))).toBe(true);
      expect(await namesIn(here)).toEqual(['Ada', 'Bob', 'Cleo']);

      redis.resume();
      await expect.poll(() => namesIn(elsewhere), { timeout: 10_000 }).toEqual(['Ada', 'Bob', 'Cleo']);
    } finally {
      for (const each of [here, elsewhere, ...connections]) each.close();
      await redis.stop();
    }
  },
);

test('reports and lists its participants again whose entries another node deleted', async () => {
  const redis = connectRedis(inject('redisUrl'), log);
  const reported: string[] = [];
  const presence = new SharedPresence(
    redis.commands,
    {
      left: (_, { name }) => void reported.push(`${name} left`),
      returned: (_, { name }) => void reported.push(`${name} returned`),
      changed: () => void reported.push('changed'),
    },
    log,
  );
  try {
    await until('the connection', () => redis.areReady());
    const ada = entryOf('Ada');
    await presence.enter(ada);
    await presence.enter({ ...ada, socketId: randomUUID() });
    await presence.enter(entryOf('Bob'));
    expect(await namesIn(presence)).toEqual(['Ada', 'Bob']);
    await redis.commands.hdel(`presence:${INTERVIEW}`, ...(await fieldsOf(redis.commands, ada.participant.id)));

    await until('the news', () => reported.includes('changed'));
    expect(reported).toEqual(['Ada returned', 'changed']);
    expect(await fieldsOf(redis.commands, ada.participant.id)).toHaveLength(2);
  } finally {
    presence.close();
    await redis.commands.del(`presence:${INTERVIEW}`);
    redis.close();
  }
});

async function fieldsOf(redis: Redis, participantId: string): Promise<string[]> {
  return (await redis.hkeys(`presence:${INTERVIEW}`)).filter((field) => field.startsWith(participantId));
}
