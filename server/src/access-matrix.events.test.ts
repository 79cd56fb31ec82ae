import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { roomEvents } from './features/rooms/rooms.events.ts';
import { SinglePresence } from './features/rooms/single-presence.ts';
import { EventsMatrix, EVERYBODY, titleOfEvent } from './testing/access/events-matrix.ts';
import { matrixText, type Block } from './testing/access/table.ts';
import { events, wireName } from './testing/events.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const INTRODUCTION = `Every event a client may send, by whom it is sent and to which room: "ok", or the status of the refusal; an "x"
before it means that the connection itself is refused. "ours, naming theirs" is a connection to a room of ours whose
event names a room or a person of theirs; "candidate" is one of the room "ours". Made by
server/src/access-matrix.events.test.ts, which fails on any difference; npm run matrix writes it anew.`;

const FILE = '../../docs/access/events.txt';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

it('declares for every event who may, as the matrix has it', () => {
  const titles = readFileSync(new URL(FILE, import.meta.url), 'utf8').match(/^\S+ {3}\(\w+\)$/gm) ?? [];

  expect(titles.toSorted()).toEqual(events.map(titleOfEvent).toSorted());
});

it('gives everybody what the matrix says, and touches no other room', async () => {
  const matrix = await EventsMatrix.open(node);
  const blocks: Block[] = [];
  for (const event of events) {
    const { block, faults } = await matrix.try(event);
    blocks.push(block);
    expect.soft(faults).toEqual([]);
  }
  matrix.close();
  await expect(matrixText(INTRODUCTION, EVERYBODY, blocks)).toMatchFileSnapshot(FILE);
}, 120_000);

it('holds every event the server takes', () => {
  const presence = new SinglePresence({ left: () => {}, changed: () => {} });
  const taken = roomEvents(node.ctx, presence).map(({ event }) => event.name);

  expect(taken.toSorted()).toEqual([...new Set(events.map(wireName))].toSorted());
});
