import type { InterviewRule } from '@cip/contracts/rooms/rules';
import { getPublicInterview } from '@cip/contracts/interviews/public-interviews';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { endInterview, joinAsCandidate, registerCompany, quickStart } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { startRedisPair, type RedisPair } from '../../testing/redis-pair.ts';
import { readRules } from '../interviews/planning/rules.service.ts';

let pair: RedisPair;
const remember = closeAfterEach();
beforeAll(async () => {
  pair = await startRedisPair();
});
afterAll(() => pair.close());

const NO_AI: InterviewRule = { tools: 'no_ai', note: 'Documentation is fine.' };
const ANY: InterviewRule = { tools: 'any_tools', note: null };

/** Starts an interview with its owner on one node and a candidate on the other. */
async function startRoom() {
  const { node, other } = pair;
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const { id, room_code: roomCode } = await quickStart(node, owner);
  const { token } = await joinAsCandidate(node, roomCode, 'Ada');
  const host = remember(await OwnClient.join(node.url, { roomCode, authToken: owner.token })).wire;
  const ada = remember(await OwnClient.join(other.url, { roomCode, authToken: token })).wire;
  return { owner, id, roomCode, token, host, ada };
}

const set = (host: PlainClient, rule: InterviewRule | null) => host.emit('room:change-rule', { rule });

const complete = (client: PlainClient, completion: string) => client.emit('room:change-completion', { completion });
const completionOf = async (roomCode: string) =>
  (await call(pair.node.app, getPublicInterview, { params: { roomCode } })).reply.session.completion;

test('shows a changed rule once to everyone on every node', async () => {
  const { host, ada } = await startRoom();
  const shown = [host.next('room:rule'), ada.next('room:rule')];
  expect(await set(host, NO_AI)).toEqual({ ok: true, rule: NO_AI });
  expect(await Promise.all(shown)).toEqual([{ rule: NO_AI }, { rule: NO_AI }]);
  const removed = ada.next('room:rule');
  expect(await set(host, null)).toEqual({ ok: true, rule: null });
  expect(await removed).toEqual({ rule: null });
  expect(ada.count('room:rule')).toBe(2);
});

test('tells the rule to those who enter later', async () => {
  const { host, roomCode, token } = await startRoom();
  await set(host, ANY);
  const later = remember(new PlainClient(pair.other.url, { roomCode, authToken: token }));
  expect(await later.emit('subscribe', { channel: roomCode, authToken: token })).toMatchObject({ ok: true, rule: ANY });
});

test('tells a waiting candidate the rule, and each new one', async () => {
  const { host, roomCode } = await startRoom();
  await host.emit('room:ask-before-admitting', { isOn: true });
  await set(host, NO_AI);
  const { token } = await joinAsCandidate(pair.node, roomCode, 'Bob');
  const bob = remember(new PlainClient(pair.other.url, { roomCode, authToken: token }));
  const first = bob.next('room:waiting');
  await bob.emit('subscribe', { channel: roomCode, authToken: token });
  expect(await first).toMatchObject({ rule: NO_AI });
  const next = bob.next('room:waiting', ({ rule }) => (rule as InterviewRule | null)?.tools === 'any_tools');
  await set(host, ANY);
  expect(await next).toMatchObject({ rule: ANY });
});

test('refuses a candidate, and an interview that is over', async () => {
  const { owner, host, ada, roomCode } = await startRoom();
  expect(await set(ada, ANY)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  expect(await set(host, { tools: 'no_ai', note: 'a\nb' })).toMatchObject({ ok: false, error: { code: 'invalid' } });
  const { reply } = await call(pair.node.app, getPublicInterview, { params: { roomCode } });
  expect(reply.session.rule).toBeNull();
  const ended = host.next('sessionEnded');
  await endInterview(pair.node, owner, roomCode);
  await ended;
  expect(await set(host, ANY).catch(() => ({ ok: false }))).toMatchObject({ ok: false });
});

test('shows a changed completion to everyone on every node, to later arrivals and to those who wait', async () => {
  const { host, ada, roomCode, token } = await startRoom();
  const shown = [host.next('room:completion'), ada.next('room:completion')];
  expect(await complete(host, 'full')).toEqual({ ok: true, completion: 'full' });
  expect(await Promise.all(shown)).toEqual([{ completion: 'full' }, { completion: 'full' }]);
  expect(host.count('room:rule')).toBe(0);

  const later = remember(new PlainClient(pair.other.url, { roomCode, authToken: token }));
  const entered = await later.emit('subscribe', { channel: roomCode, authToken: token });
  expect(entered).toMatchObject({ ok: true, completion: 'full' });

  await host.emit('room:ask-before-admitting', { isOn: true });
  const { token: other } = await joinAsCandidate(pair.node, roomCode, 'Bob');
  const bob = remember(new PlainClient(pair.other.url, { roomCode, authToken: other }));
  const first = bob.next('room:waiting');
  await bob.emit('subscribe', { channel: roomCode, authToken: other });
  expect(await first).toMatchObject({ completion: 'full' });
  const next = bob.next('room:waiting', ({ completion }) => completion === 'words');
  await complete(host, 'words');
  expect(await next).toMatchObject({ completion: 'words' });
});

test('refuses completion by a candidate, an unknown value, and one after the end', async () => {
  const { owner, host, ada, roomCode } = await startRoom();
  expect(await complete(ada, 'full')).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  expect(await complete(host, 'everything')).toMatchObject({ ok: false, error: { code: 'invalid' } });
  expect(await completionOf(roomCode)).toBe('off');
  expect(ada.count('room:completion')).toBe(0);
  const ended = host.next('sessionEnded');
  await endInterview(pair.node, owner, roomCode);
  await ended;
  expect(await complete(host, 'full').catch(() => ({ ok: false }))).toMatchObject({ ok: false });
});

test('reaches the other node if the connection breaks that announces it', { tags: ['long'] }, async () => {
  const { host, ada } = await startRoom();
  const send = Redis.prototype.sendCommand;
  const breaking = vi.spyOn(Redis.prototype, 'sendCommand').mockImplementation(function (this: Redis, command, stream) {
    if (command.name !== 'publish' || !String(command.args[1]).includes('room:rule'))
      return send.call(this, command, stream);
    breaking.mockRestore();
    this.disconnect(true);
    command.reject(new Error('The connection broke.'));
    return command.promise;
  });
  const shown = ada.next('room:rule');
  expect(await set(host, NO_AI)).toMatchObject({ ok: true });
  expect(await shown).toEqual({ rule: NO_AI });
});

test('reaches the other node if Redis is away for a moment only', async () => {
  const { host, ada, id } = await startRoom();
  const { id: connection } = ada.socket;
  await pair.loseRedis();
  const shown = ada.next('room:rule');
  const changed = set(host, NO_AI);
  await vi.waitFor(async () => expect((await readRules(pair.node.ctx, id)).rule).toEqual(NO_AI));
  await pair.restoreRedis();
  expect(await shown).toEqual({ rule: NO_AI });
  expect(await changed).toMatchObject({ ok: true });
  expect(ada.socket.id).toBe(connection);
});

test('reaches the other node while Redis is away', { tags: ['long'] }, async () => {
  const { host, ada } = await startRoom();
  await pair.loseRedis();
  const shown = ada.next('room:rule', ({ rule }) => (rule as InterviewRule | null)?.tools === 'no_ai');
  expect(await set(host, NO_AI)).toMatchObject({ ok: true });
  expect(await shown).toEqual({ rule: NO_AI });
  const completion = ada.next('room:completion', (news) => news['completion'] === 'words');
  expect(await complete(host, 'words')).toMatchObject({ ok: true });
  expect(await completion).toEqual({ completion: 'words' });
});
