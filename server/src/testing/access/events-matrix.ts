import { randomUUID } from 'node:crypto';
import type { ClientEvent } from '@cip/contracts/protocol/events';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { deleteInterview } from '@cip/contracts/interviews/interviews';
import { CUSTOM_EVENTS } from '@cip/contracts/rooms/rooms';
import * as Y from 'yjs';
import { AppError } from '../../errors.ts';
import { endInterview, joinAsCandidate, newRoomCode, quickStart } from '../builders.ts';
import { call } from '../http/call.ts';
import { wireName } from '../sockets/events.ts';
import { OwnClient } from '../sockets/own-client.ts';
import { PlainClient } from '../sockets/plain-client.ts';
import { sampleObject } from '../sample.ts';
import type { TestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { changedRows, watchCompany } from './company-rows.ts';
import { findLeaks, type Outcome } from './outcome.ts';
import { joinOutside, OUTSIDE } from './outside.ts';
import type { Block, TrialResult } from './table.ts';
import { liftLimits, makeTenant, PRINCIPALS, tokensOf, type Tenant } from './tenant.ts';

const NAMING = 'ours, naming theirs';
const ROOMS = ['ours', 'ended', 'theirs', 'deleted', 'never existed', NAMING] as const;
type RoomState = (typeof ROOMS)[number];

/** The senders that the matrix tries: all principals, and candidates who are not or no longer in the room. */
export const SENDERS = [...PRINCIPALS, ...OUTSIDE, 'removed'] as const;
export type Sender = (typeof SENDERS)[number];

/** Events that change the room, after which another sender needs a new one. */
const DESTRUCTIVE = new Set(['sessionEnded', 'participant:remove', 'codeChange', 'run:allow']);

/** A room with a candidate. */
interface Room {
  id: string;
  roomCode: string;
  participantId: string;
}

interface World {
  rooms: Record<RoomState, Room>;
  tokens: Record<Sender, string | undefined>;
}

interface Tenants {
  ours: Tenant;
  theirs: Tenant;
}

/** An uninvolved company: its rows now and before, and a client in its room that records events. */
interface Bystander {
  client: OwnClient;
  received: number;
  rows: () => Promise<string[]>;
  before: string[];
}

/** Returns the title of an event in the matrix. */
export const titleOfEvent = ({ name, from }: ClientEvent) => `${name}   (${from})`;

/** The matrix of a node's events: rooms of two companies, and a bystander's room that no event may affect. */
export class EventsMatrix {
  readonly #node: TestApp;
  readonly #tenants: Tenants;
  readonly #bystander: Bystander;
  #world: World | undefined;

  private constructor(node: TestApp, tenants: Tenants, bystander: Bystander) {
    this.#node = node;
    this.#tenants = tenants;
    this.#bystander = bystander;
  }

  /** Creates the companies on a listening node. */
  static async open(node: TestApp): Promise<EventsMatrix> {
    await liftLimits(node.ctx);
    const tenants = { ours: await makeTenant(node, 'Ours'), theirs: await makeTenant(node, 'Theirs') };
    const { owner } = await makeTenant(node, 'Bystander');
    const { roomCode } = await makeRoom(node, owner);
    const client = await OwnClient.join(node.url, { roomCode, authToken: owner.token });
    const rows = await watchCompany(node.ctx.db, owner.company.id);
    return new EventsMatrix(node, tenants, {
      client,
      received: client.wire.received.length,
      rows,
      before: await rows(),
    });
  }

  close(): void {
    this.#bystander.client.close();
  }

  /** Sends an event as each of the senders to every kind of room. */
  async try(event: ClientEvent, senders: readonly Sender[] = SENDERS): Promise<TrialResult> {
    const block: Block = { title: titleOfEvent(event), rows: [] };
    const tried = new Map<RoomState, Outcome[]>();
    if (DESTRUCTIVE.has(event.name)) this.#world = undefined;
    for (const state of roomsFor(event)) {
      const outcomes = await this.#row(event, state, senders);
      block.rows.push({ object: state, cells: outcomes.map(({ cell }) => cell) });
      tried.set(state, outcomes);
    }
    const { client, received, rows, before } = this.#bystander;
    const changed = changedRows(before, await rows());
    return {
      block,
      faults: [
        ...findLeaks(event.name, senders, tried),
        ...changed.map((row) => `${event.name} changed a row of the bystander: ${row}`),
        ...(client.wire.received.length > received ? [`the bystander received ${event.name}`] : []),
      ],
    };
  }

  async #row(event: ClientEvent, state: RoomState, senders: readonly Sender[]): Promise<Outcome[]> {
    const sendAs = async (sender: Sender) => {
      this.#world ??= await this.#makeWorld();
      const { rooms, tokens } = this.#world;
      const named = state === NAMING ? rooms.theirs : rooms[state];
      return attempt(this.#node, event, { at: rooms[state], named, authToken: tokens[sender] });
    };
    if (!DESTRUCTIVE.has(event.name)) {
      this.#world ??= await this.#makeWorld();
      return Promise.all(senders.map(sendAs));
    }
    const outcomes: Outcome[] = [];
    for (const sender of senders) {
      const outcome = await sendAs(sender);
      outcomes.push(outcome);
      if (outcome.isAllowed) this.#world = undefined;
    }
    return outcomes;
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

  async #tokensIn({ roomCode, id }: Room): Promise<Record<Sender, string | undefined>> {
    const removed = await joinAsCandidate(this.#node, roomCode);
    await this.#node.ctx.db
      .updateTable('candidates')
      .set({ removed_at: new Date().toISOString() })
      .where('id', '=', removed.participant_id)
      .where('interview_id', '=', id)
      .execute();
    const tokens = await tokensOf(this.#node, { ...this.#tenants, roomCode });
    const outside = await joinOutside(this.#node, this.#tenants.ours.owner, { id, roomCode });
    return { ...tokens, ...outside, removed: removed.token };
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
  const values = {
    channel: roomCode,
    room: roomCode,
    code: `${DEFAULT_CODE} More.`,
    mode: 'instant',
    participantId,
    update,
    // If it were off, it would admit the candidates who wait in the other attempts.
    isOn: true,
  };
  return sampleObject(payload, {
    ...values,
    stateVector: 'AA==',
    id: `operation-${randomUUID()}`,
    ...(name.startsWith('file:') && { name: `${randomUUID()}.py` }),
    language: 'sql',
    ...(data && 'properties' in data && { data: sampleObject(data, values) }),
  });
}

/** Returns the outcome of a reply: `ok`, or the status of its error with `mark` in front. */
function outcomeOf(reply: unknown, mark = ''): Outcome {
  const error = field(reply, 'error') ?? reply;
  const code = field(error, 'code');
  const isAllowed = code === undefined;
  return { cell: isAllowed ? 'ok' : `${mark}${statusOf(code)}`, isAllowed, body: JSON.stringify(reply) };
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
    await until('the outcome of the connection', () => client.socket.connected || refusal);
    if (refusal !== undefined) return outcomeOf(refusal, 'x');
    // If a sender may not subscribe, it sends the event from outside the room.
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
