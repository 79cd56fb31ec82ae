import { setTimeout as sleep } from 'node:timers/promises';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../server/src/testing/until.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { startInterview } from '../support/interview.ts';
import { Proxy } from '../support/proxy.ts';
import { linesOf, RunClient } from '../support/run-client.ts';
import { ProductTypist } from '../support/typists.ts';

/** Lines of the program: it writes for 4 s. */
const LINES = 40;
/** Lines of a program that outlives its test. */
const LONG = 1_000;
/** Time for everyone to see the end, in milliseconds: reconnecting included. */
const SEEN_WITHIN_MS = 20_000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(2);
});
afterAll(() => cluster.stop());

const open: { leave?: () => void; close?: () => void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) (each.leave ?? each.close)?.call(each);
});

function watch<T extends (typeof open)[number]>(each: T): T {
  open.push(each);
  return each;
}

/** Opens a room whose candidate runs code on one node, while the interviewer watches on the other. */
async function openRoom({ lines = LINES } = {}) {
  const interview = await startInterview(cluster);
  const [first, second] = cluster.nodes;
  if (!first || !second) throw new Error('two nodes were asked for');
  const through = async (ports: () => number[]) => watch(await Proxy.open(ports));
  const running = () => cluster.nodes.filter((node) => node.isRunning).map(({ port }) => port);
  const runnersWay = await through(() => running().toSorted((a) => (a === second.port ? -1 : 1)));
  const viewersWay = await through(() => running().toSorted((a) => (a === first.port ? -1 : 1)));
  const join = (way: Proxy, handshake: Handshake, length: number) =>
    watch(new RunClient(new ProductTypist(way, handshake), handshake, length));
  const runner = join(runnersWay, interview.candidates[0], lines);
  const viewer = join(viewersWay, interview.interviewer, LINES);
  await until('two connected clients', () => [runner, viewer].every(({ typist }) => typist.isSettled));
  // The starting text is not run.
  runner.typist.type('print ', 0);
  await until('the typed text', () => [runner, viewer].every(({ typist }) => typist.text.startsWith('print ')));
  const joinLate = () => join(viewersWay, interview.candidates[1], LINES);
  return { runner, viewer, joinLate, second };
}

/** Waits for the end and the whole output; returns the view of each client then. */
async function resultsOf(clients: RunClient[]) {
  const isComplete = ({ end, output }: RunClient) => end !== null && output === linesOf(LINES);
  await until('the end and the output at everyone', () => clients.every(isComplete), SEEN_WITHIN_MS).catch(() => {});
  return clients.map(({ end, output, pieces }) => ({
    reason: end?.reason,
    output,
    isOrdered: pieces.every(({ seq }, index) => seq === index),
  }));
}

const WHOLE = { reason: 'finished', output: linesOf(LINES), isOrdered: true };

test('shows everyone one result, in order, if the running device’s node is killed', { tags: ['long'] }, async () => {
  const { runner, viewer, joinLate, second } = await openRoom();
  await runner.session.press();
  await until('some output', () => viewer.pieces.length > 3);

  await second.kill();

  expect(await resultsOf([runner, viewer, joinLate()])).toEqual([WHOLE, WHOLE, WHOLE]);
  await second.start();
});

test('shows everyone one result, in order, if Redis goes away', { tags: ['long'] }, async () => {
  const { runner, viewer, joinLate } = await openRoom();
  await runner.session.press();
  await until('some output', () => viewer.pieces.length > 3);

  await cluster.redis.kill();
  expect(await resultsOf([runner, viewer, joinLate()])).toEqual([WHOLE, WHOLE, WHOLE]);
  await cluster.redis.restart();
});

test('keeps the output of a device that is gone, and ends its run', { tags: ['long'] }, async () => {
  const { runner, viewer } = await openRoom({ lines: LONG });
  await runner.session.press();
  await until('some output', () => viewer.pieces.length > 3);

  runner.leave();
  await until('the end', () => viewer.end !== null, SEEN_WITHIN_MS);

  expect(viewer.end).toMatchObject({ reason: 'lost' });
  expect(viewer.output).not.toBe('');
  expect(linesOf(LONG).startsWith(viewer.output)).toBe(true);
  await sleep(200);
  await viewer.session.press();
  expect(await resultsOf([viewer])).toEqual([WHOLE]);
});
