import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ClientEvent } from '@cip/contracts/events';
import { DEFAULT_CODE } from '@cip/contracts/documents';
import { deleteInterview } from '@cip/contracts/interviews';
import { CUSTOM_EVENTS } from '@cip/contracts/rooms';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import { AppError } from './errors.ts';
import { roomEvents } from './features/rooms/rooms.events.ts';
import { SinglePresence } from './features/rooms/single-presence.ts';
import { watchCompany } from './testing/access/company-rows.ts';
import { matrixText, type Block, type Row } from './testing/access/table.ts';
import { liftLimits, makeTenant, PRINCIPALS, tokensOf, type Principal, type Tenant } from './testing/access/tenant.ts';
import { joinAsCandidate, newRoomCode, quickStart } from './testing/builders.ts';
import { call } from './testing/call.ts';
import { events, wireName } from './testing/events.ts';
import { OwnClient } from './testing/own-client.ts';
import { PlainClient } from './testing/plain-client.ts';
import { sampleObject } from './testing/sample.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { until } from './testing/until.ts';

const INTRODUCTION = `Every event a client may send, by whom it is sent and to which room: "ok", or the status of the refusal; an "x"
before it means that the connection itself is refused. "ours, naming theirs" is a connection to a room of ours whose
event names a room or a person of theirs. Made by server/src/access-matrix.events.test.ts, which fails on any
difference; npm run matrix writes it anew.`;

const NAMING = 'ours, naming theirs';
const ROOMS = ['ours', 'theirs', 'deleted', 'never existed', NAMING] as const;
type RoomState = (typeof ROOMS)[number];

const EVERYBODY = [...PRINCIPALS, 'removed'] as const;
type Somebody = Principal | 'removed';

/** After these the room, its people or its text are not what they were, and others may be refused for that. */
const USES_UP = new Set(['sessionEnded', 'participant:remove', 'codeChange']);

let node: TestApp;
let ours: Tenant;
let theirs: Tenant;
let bystander: { tenant: Tenant; client: OwnClient };

/** A room and somebody in it. */
interface Room {
  id: string;
  roomCode: string;
  participantId: string;
}

beforeAll(async () => {
  node = await startTestApp({ listen: true });
  await liftLimits(node.ctx);
  [ours, theirs] = [await makeTenant(node, 'Ours'), await makeTenant(node, 'Theirs')];
  const tenant = await makeTenant(node, 'Bystander');
  const { roomCode } = await makeRoom(tenant);
  bystander = { tenant, client: await OwnClient.join(node.url, { roomCode, authToken: tenant.owner.token }) };
});
afterAll(async () => {
  bystander.client.close();
  await node.close();
});

async function makeRoom(tenant: Tenant): Promise<Room> {
  const { id, room_code: roomCode } = await quickStart(node, tenant.owner);
  return { id, roomCode, participantId: (await joinAsCandidate(node, roomCode)).participant_id };
}

async function makeRooms(): Promise<Record<RoomState, Room>> {
  const [own, foreign, deleted] = [await makeRoom(ours), await makeRoom(theirs), await makeRoom(ours)];
  await call(node.app, deleteInterview, { token: ours.owner.token, params: { id: deleted.id } });
  const unknown = { id: randomUUID(), roomCode: newRoomCode(), participantId: randomUUID() };
  return { ours: own, theirs: foreign, deleted, 'never existed': unknown, [NAMING]: own };
}

async function tokensIn({ roomCode, id }: Room): Promise<Record<Somebody, string | undefined>> {
  const removed = await joinAsCandidate(node, roomCode);
  await node.ctx.db
    .updateTable('candidates')
    .set({ removed_at: new Date().toISOString() })
    .where('id', '=', removed.participant_id)
    .where('interview_id', '=', id)
    .execute();
  return { ...(await tokensOf(node, { ours, theirs, roomCode })), removed: removed.token };
}

function payloadOf({ name, payload }: ClientEvent, { roomCode, participantId }: Room): Record<string, unknown> {
  const doc = new Y.Doc();
  doc.getText('code').insert(0, 'x');
  const update = Buffer.from(name === 'document:update' ? Y.encodeStateAsUpdate(doc) : [0]).toString('base64');
  const data = CUSTOM_EVENTS.find((custom) => custom.name === name)?.payload.properties.data;
  const fitting = {
    channel: roomCode,
    room: roomCode,
    code: `${DEFAULT_CODE} More.`,
    mode: 'instant',
    participantId,
    update,
  };
  return sampleObject(payload, {
    ...fitting,
    stateVector: 'AA==',
    id: `operation-${randomUUID()}`,
    language: 'sql',
    ...(data && 'properties' in data && { data: sampleObject(data, fitting) }),
  });
}

/** The status of what went wrong, or `ok`. */
function verdict(reply: unknown): string {
  const error = field(reply, 'error') ?? reply;
  const code = field(error, 'code');
  return code === undefined ? 'ok' : String(statusOf(code));
}

function statusOf(code: unknown): number {
  return new AppError(code as AppError['code'], '').status;
}

function field(value: unknown, name: string): unknown {
  return value instanceof Object ? Reflect.get(value, name) : undefined;
}

async function attempt(event: ClientEvent, at: Room, named: Room, authToken: string | undefined): Promise<string> {
  const client = new PlainClient(node.url, { roomCode: at.roomCode, ...(authToken !== undefined && { authToken }) });
  try {
    let refusal: unknown;
    client.socket.on('connect_error', (error: Error & { data?: unknown }) => (refusal = error.data));
    await until('an answer to the connection', () => client.socket.connected || refusal);
    if (refusal !== undefined) return `x${verdict(refusal)}`;
    // Who may not is refused here already, and the event then comes from somebody who is not in the room.
    if (event.name !== 'subscribe') await client.emit('subscribe', { channel: at.roomCode });
    return verdict(await client.emit(wireName(event), payloadOf(event, named)));
  } finally {
    client.close();
  }
}

interface World {
  rooms: Record<RoomState, Room>;
  tokens: Record<Somebody, string | undefined>;
}

async function makeWorld(): Promise<World> {
  const rooms = await makeRooms();
  return { rooms, tokens: await tokensIn(rooms.ours) };
}

let world: World;

async function rowOf(event: ClientEvent, state: RoomState): Promise<Row> {
  const cellOf = ({ rooms, tokens }: World, somebody: Somebody) =>
    attempt(event, rooms[state], state === NAMING ? rooms.theirs : rooms[state], tokens[somebody]);
  if (!USES_UP.has(event.name))
    return { object: state, cells: await Promise.all(EVERYBODY.map((somebody) => cellOf(world, somebody))) };
  const cells: string[] = [];
  for (const somebody of EVERYBODY) {
    const cell = await cellOf(world, somebody);
    cells.push(cell);
    if (cell === 'ok') world = await makeWorld();
  }
  return { object: state, cells };
}

function roomsFor({ payload }: ClientEvent): RoomState[] {
  const names = 'channel' in payload.properties || 'participantId' in payload.properties;
  return ROOMS.filter((state) => names || state !== NAMING);
}

const FILE = '../../docs/access/events.txt';
const titleOf = ({ name, from }: ClientEvent) => `${name}   (${from})`;

it('declares for every event who may, as the matrix has it', () => {
  const titles = readFileSync(new URL(FILE, import.meta.url), 'utf8').match(/^\S+ {3}\(\w+\)$/gm) ?? [];

  expect(titles.toSorted()).toEqual(events.map(titleOf).toSorted());
});

it('gives everybody what the matrix says, and touches no other room', async () => {
  const { tenant, client } = bystander;
  const rowsNow = await watchCompany(node.ctx.db, tenant.owner.company.id);
  const before = await rowsNow();
  const heard = client.wire.received.length;
  const blocks: Block[] = [];
  for (const event of events) {
    const rows: Row[] = [];
    world = await makeWorld();
    for (const state of roomsFor(event)) rows.push(await rowOf(event, state));
    blocks.push({ title: titleOf(event), rows });
    expect(await rowsNow(), `the bystander after ${event.name}`).toEqual(before);
    expect(client.wire.received.slice(heard), `heard by the bystander after ${event.name}`).toEqual([]);
  }
  await expect(matrixText(INTRODUCTION, EVERYBODY, blocks)).toMatchFileSnapshot(FILE);
}, 120_000);

it('holds every event the server takes', () => {
  const presence = new SinglePresence({ left: () => {}, changed: () => {} });
  const taken = roomEvents(node.ctx, presence).map(({ event }) => event.name);

  expect(taken.toSorted()).toEqual([...new Set(events.map(wireName))].toSorted());
});
