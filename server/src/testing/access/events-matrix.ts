import { randomUUID } from 'node:crypto';
import type { ClientEvent } from '@cip/contracts/events';
import { DEFAULT_CODE } from '@cip/contracts/documents';
import { deleteInterview } from '@cip/contracts/interviews';
import { CUSTOM_EVENTS } from '@cip/contracts/rooms';
import * as Y from 'yjs';
import { AppError } from '../../errors.ts';
import { joinAsCandidate, newRoomCode, quickStart } from '../builders.ts';
import { call } from '../call.ts';
import { wireName } from '../events.ts';
import { OwnClient } from '../own-client.ts';
import { PlainClient } from '../plain-client.ts';
import { sampleObject } from '../sample.ts';
import type { TestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { watchCompany } from './company-rows.ts';
import type { Block, Row, Tried } from './table.ts';
import { liftLimits, makeTenant, PRINCIPALS, tokensOf, type Principal, type Tenant } from './tenant.ts';

const NAMING = 'ours, naming theirs';
const ROOMS = ['ours', 'theirs', 'deleted', 'never existed', NAMING] as const;
type RoomState = (typeof ROOMS)[number];

/** Everybody who may send something. */
export const EVERYBODY = [...PRINCIPALS, 'removed'] as const;
type Somebody = Principal | 'removed';

/** After these the room, its people or its text are not what they were, and others may be refused for that. */
const USES_UP = new Set(['sessionEnded', 'participant:remove', 'codeChange']);

/** A room and somebody in it. */
interface Room {
  id: string;
  roomCode: string;
  participantId: string;
}

interface World {
  rooms: Record<RoomState, Room>;
  tokens: Record<Somebody, string | undefined>;
}

interface Tenants {
  ours: Tenant;
  theirs: Tenant;
}

/** A company that takes no part: its rows, now and as they were, and what somebody in its room hears. */
interface Bystander {
  client: OwnClient;
  heard: number;
  rows: () => Promise<string[]>;
  before: string[];
}

/** What an event is in the matrix. */
export const titleOfEvent = ({ name, from }: ClientEvent) => `${name}   (${from})`;

/** The matrix of the events of one node: rooms of two companies, and a bystander's room nobody may touch. */
export class EventsMatrix {
  readonly #node: TestApp;
  readonly #tenants: Tenants;
  readonly #bystander: Bystander;

  private constructor(node: TestApp, tenants: Tenants, bystander: Bystander) {
    this.#node = node;
    this.#tenants = tenants;
    this.#bystander = bystander;
  }

  /** Makes the companies on a node that listens. */
  static async open(node: TestApp): Promise<EventsMatrix> {
    await liftLimits(node.ctx);
    const tenants = { ours: await makeTenant(node, 'Ours'), theirs: await makeTenant(node, 'Theirs') };
    const { owner } = await makeTenant(node, 'Bystander');
    const { roomCode } = await makeRoom(node, owner);
    const client = await OwnClient.join(node.url, { roomCode, authToken: owner.token });
    const rows = await watchCompany(node.ctx.db, owner.company.id);
    return new EventsMatrix(node, tenants, {
      client,
      heard: client.wire.received.length,
      rows,
      before: await rows(),
    });
  }

  close(): void {
    this.#bystander.client.close();
  }

  /** Sends an event as everybody to every kind of room. */
  async try(event: ClientEvent): Promise<Tried> {
    const block: Block = { title: titleOfEvent(event), rows: [] };
    let world = await this.#makeWorld();
    for (const state of roomsFor(event)) {
      const made = await this.#row(event, state, world);
      block.rows.push(made.row);
      world = made.world;
    }
    const { client, heard, rows, before } = this.#bystander;
    const isTouched = JSON.stringify(await rows()) !== JSON.stringify(before);
    return {
      block,
      faults: [
        ...(isTouched ? [`${event.name} touched the bystander`] : []),
        ...(client.wire.received.length > heard ? [`the bystander heard of ${event.name}`] : []),
      ],
    };
  }

  async #row(event: ClientEvent, state: RoomState, given: World): Promise<{ row: Row; world: World }> {
    let world = given;
    const cellOf = ({ rooms, tokens }: World, somebody: Somebody) =>
      attempt(this.#node, event, {
        at: rooms[state],
        named: state === NAMING ? rooms.theirs : rooms[state],
        authToken: tokens[somebody],
      });
    if (!USES_UP.has(event.name)) {
      const cells = await Promise.all(EVERYBODY.map((somebody) => cellOf(world, somebody)));
      return { row: { object: state, cells }, world };
    }
    const cells: string[] = [];
    for (const somebody of EVERYBODY) {
      const cell = await cellOf(world, somebody);
      cells.push(cell);
      if (cell === 'ok') world = await this.#makeWorld();
    }
    return { row: { object: state, cells }, world };
  }

  async #makeWorld(): Promise<World> {
    const rooms = await this.#makeRooms();
    return { rooms, tokens: await this.#tokensIn(rooms.ours) };
  }

  async #makeRooms(): Promise<Record<RoomState, Room>> {
    const { ours, theirs } = this.#tenants;
    const [own, foreign] = [await makeRoom(this.#node, ours.owner), await makeRoom(this.#node, theirs.owner)];
    const deleted = await makeRoom(this.#node, ours.owner);
    await call(this.#node.app, deleteInterview, { token: ours.owner.token, params: { id: deleted.id } });
    const unknown = { id: randomUUID(), roomCode: newRoomCode(), participantId: randomUUID() };
    return { ours: own, theirs: foreign, deleted, 'never existed': unknown, [NAMING]: own };
  }

  async #tokensIn({ roomCode, id }: Room): Promise<Record<Somebody, string | undefined>> {
    const removed = await joinAsCandidate(this.#node, roomCode);
    await this.#node.ctx.db
      .updateTable('candidates')
      .set({ removed_at: new Date().toISOString() })
      .where('id', '=', removed.participant_id)
      .where('interview_id', '=', id)
      .execute();
    return { ...(await tokensOf(this.#node, { ...this.#tenants, roomCode })), removed: removed.token };
  }
}

async function makeRoom(node: TestApp, owner: { token: string }): Promise<Room> {
  const { id, room_code: roomCode } = await quickStart(node, owner);
  return { id, roomCode, participantId: (await joinAsCandidate(node, roomCode)).participant_id };
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

async function attempt(
  node: TestApp,
  event: ClientEvent,
  { at, named, authToken }: { at: Room; named: Room; authToken: string | undefined },
): Promise<string> {
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

function roomsFor({ payload }: ClientEvent): RoomState[] {
  const names = 'channel' in payload.properties || 'participantId' in payload.properties;
  return ROOMS.filter((state) => names || state !== NAMING);
}
