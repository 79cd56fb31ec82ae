import { randomUUID } from 'node:crypto';
import type { ClientEvent } from '@cip/contracts/events';
import { DEFAULT_CODE } from '@cip/contracts/documents';
import { deleteInterview } from '@cip/contracts/interviews';
import { CUSTOM_EVENTS } from '@cip/contracts/rooms';
import * as Y from 'yjs';
import { AppError } from '../../errors.ts';
import { endInterview, joinAsCandidate, newRoomCode, quickStart } from '../builders.ts';
import { call } from '../call.ts';
import { wireName } from '../events.ts';
import { OwnClient } from '../own-client.ts';
import { PlainClient } from '../plain-client.ts';
import { sampleObject } from '../sample.ts';
import type { TestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { watchCompany } from './company-rows.ts';
import { refusalsThatTell, type Outcome } from './outcome.ts';
import type { Block, Tried } from './table.ts';
import { liftLimits, makeTenant, PRINCIPALS, tokensOf, type Principal, type Tenant } from './tenant.ts';

const NAMING = 'ours, naming theirs';
const ROOMS = ['ours', 'ended', 'theirs', 'deleted', 'never existed', NAMING] as const;
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
    const tried = new Map<RoomState, Outcome[]>();
    let world = await this.#makeWorld();
    for (const state of roomsFor(event)) {
      const made = await this.#row(event, state, world);
      block.rows.push({ object: state, cells: made.outcomes.map(({ cell }) => cell) });
      tried.set(state, made.outcomes);
      world = made.world;
    }
    const { client, heard, rows, before } = this.#bystander;
    const isTouched = JSON.stringify(await rows()) !== JSON.stringify(before);
    return {
      block,
      faults: [
        ...refusalsThatTell(event.name, EVERYBODY, tried),
        ...(isTouched ? [`${event.name} touched the bystander`] : []),
        ...(client.wire.received.length > heard ? [`the bystander heard of ${event.name}`] : []),
      ],
    };
  }

  async #row(event: ClientEvent, state: RoomState, given: World): Promise<{ outcomes: Outcome[]; world: World }> {
    let world = given;
    const tryAs = ({ rooms, tokens }: World, somebody: Somebody) =>
      attempt(this.#node, event, {
        at: rooms[state],
        named: state === NAMING ? rooms.theirs : rooms[state],
        authToken: tokens[somebody],
      });
    if (!USES_UP.has(event.name)) {
      return { outcomes: await Promise.all(EVERYBODY.map((somebody) => tryAs(world, somebody))), world };
    }
    const outcomes: Outcome[] = [];
    for (const somebody of EVERYBODY) {
      const outcome = await tryAs(world, somebody);
      outcomes.push(outcome);
      if (outcome.isLetIn) world = await this.#makeWorld();
    }
    return { outcomes, world };
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
    const over = await makeRoom(this.#node, ours.owner);
    await endInterview(this.#node, ours.owner, over.roomCode);
    const unknown = { id: randomUUID(), roomCode: newRoomCode(), participantId: randomUUID() };
    return { ours: own, ended: over, theirs: foreign, deleted, 'never existed': unknown, [NAMING]: own };
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

/** What an answer says: the status of what went wrong, or `ok`; `mark` comes before a status. */
function outcomeOf(reply: unknown, mark = ''): Outcome {
  const error = field(reply, 'error') ?? reply;
  const code = field(error, 'code');
  const isLetIn = code === undefined;
  return { cell: isLetIn ? 'ok' : `${mark}${statusOf(code)}`, isLetIn, body: JSON.stringify(reply) };
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
): Promise<Outcome> {
  const client = new PlainClient(node.url, { roomCode: at.roomCode, ...(authToken !== undefined && { authToken }) });
  try {
    let refusal: unknown;
    client.socket.on('connect_error', (error: Error & { data?: unknown }) => (refusal = error.data));
    await until('an answer to the connection', () => client.socket.connected || refusal);
    if (refusal !== undefined) return outcomeOf(refusal, 'x');
    // Who may not is refused here already, and the event then comes from somebody who is not in the room.
    if (event.name !== 'subscribe') await client.emit('subscribe', { channel: at.roomCode });
    return outcomeOf(await client.emit(wireName(event), payloadOf(event, named)));
  } finally {
    client.close();
  }
}

function roomsFor({ payload }: ClientEvent): RoomState[] {
  const names = 'channel' in payload.properties || 'participantId' in payload.properties;
  return ROOMS.filter((state) => names || state !== NAMING);
}
