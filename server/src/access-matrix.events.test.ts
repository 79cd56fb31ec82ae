import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roomEvents } from './features/rooms/events/rooms.events.ts';
import { SinglePresence } from './features/rooms/presence/single-presence.ts';
import { EventsMatrix, SENDERS, titleOfEvent, type Sender } from './testing/access/events-matrix.ts';
import { pickFor } from './testing/access/sample.ts';
import { readMatrix } from './testing/access/table.ts';
import { itMatchesWhole } from './testing/access/whole-matrix.ts';
import { events, wireName } from './testing/sockets/events.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const INTRODUCTION = `Every event that clients may send, by sender and room: "ok", or the status of the refusal; an "x" in front means that
the connection itself is refused. "ours, naming theirs" is a connection to a room of ours whose event names a room or a
participant of theirs; "candidate" belongs to the room "ours", and so do "waiting", "sent back" and "removed". Checked by
server/src/access-matrix.events.test.ts; npm run matrix updates it.`;

const FILE = '../../docs/generated/events.txt';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

it('declares the sender of every event as in the matrix', () => {
  const titles = readFileSync(new URL(FILE, import.meta.url), 'utf8').match(/^\S+ {3}\(\w+\)$/gm) ?? [];

  expect(titles.toSorted()).toEqual(events.map(titleOfEvent).toSorted());
});

describe('the owner and a sampled sender', () => {
  const recorded = readFileSync(new URL(FILE, import.meta.url), 'utf8');
  let matrix: EventsMatrix;
  beforeAll(async () => {
    matrix = await EventsMatrix.open(node);
  });
  afterAll(() => matrix.close());

  it.each(events.map((event) => [titleOfEvent(event), event] as const))(
    'match the matrix with %s, and affect no other room',
    async (title, event) => {
      const others = [...SENDERS].filter((sender) => sender !== 'owner');
      const senders: Sender[] = ['owner', pickFor(title, others)];
      const { block, faults } = await matrix.try(event, senders);
      expect(faults).toEqual([]);
      expect(block.rows, `by ${senders.join(', ')}`).toEqual(readMatrix(recorded, senders).get(title));
    },
  );
});

describe('every sender', { tags: ['long'] }, () => {
  let matrix: EventsMatrix;
  beforeAll(async () => {
    matrix = await EventsMatrix.open(node);
  });
  afterAll(() => matrix.close());

  itMatchesWhole(events, {
    file: FILE,
    introduction: INTRODUCTION,
    principals: SENDERS,
    titleOf: titleOfEvent,
    tryAsAll: (event) => matrix.try(event),
  });
});

it('covers every event that the server accepts', () => {
  const presence = new SinglePresence({ left: () => {}, returned: () => {}, changed: () => {} });
  const accepted = roomEvents(node.ctx, presence).map(({ event }) => event.name);

  expect(accepted.toSorted()).toEqual([...new Set(events.map(wireName))].toSorted());
});
