import { randomUUID } from 'node:crypto';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { FailedAck, type ClientEvent } from '@cip/contracts/protocol/events';
import { ROOMS_NAMESPACE } from '@cip/contracts/rooms/rooms';
import { io, type Socket } from 'socket.io-client';
import { Type, type TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import * as Y from 'yjs';
import { events, wireName } from '../../server/src/testing/sockets/events.ts';
import { Random } from '../../testkit/random.ts';
import type { CaseResult } from './case-result.ts';
import type { RawHttp } from '../support/raw-http.ts';
import { nonEmpty } from './rest.ts';
import { fittingObject, hostile, spoiled } from './values.ts';
import { joinInterview, startInterview, type KnownValues, type TestCompany } from '../support/company.ts';

const ACK_TIMEOUT_MS = 20_000;
/** Events that end the room or a membership: nine in ten of them are redrawn. */
const ENDS = new Set(['sessionEnded', 'participant:remove', 'unsubscribe']);

const failed = Compile(FailedAck);
const replies = new Map<TSchema, Validator>();

// A successful acknowledgement is `ok: true` plus the fields of the reply.
function replyCheck({ reply }: ClientEvent): Validator {
  const known =
    replies.get(reply) ??
    Compile(Type.Object({ ok: Type.Literal(true), ...reply.properties }, { additionalProperties: false }));
  replies.set(reply, known);
  return known;
}

/** Sends events one after the other and reconnects if the server closes the connection. */
export class EventSender {
  readonly #url: string;
  readonly #http: RawHttp;
  readonly #company: TestCompany;
  #socket: Socket | null = null;
  #known: KnownValues = {};
  #doc = new Y.Doc();

  constructor(url: string, http: RawHttp, company: TestCompany) {
    this.#url = url;
    this.#http = http;
    this.#company = company;
  }

  /** Sends event number `index` of a seed. */
  async send(seed: number, index: number): Promise<CaseResult> {
    const random = new Random(seed * 2_000_003 + index);
    try {
      const socket = this.#socket?.connected ? this.#socket : await this.#connect(random);
      const drawn = random.pick(nonEmpty(events));
      const event = ENDS.has(drawn.name) && random.below(10) > 0 ? random.pick(nonEmpty(events)) : drawn;
      const args = this.#argumentsOf(event, random);
      const name =
        random.below(100) === 0 ? random.pick(['dropTables', '__proto__', 'x'.repeat(500)]) : wireName(event);
      const reply = await acknowledged(socket, name, args);
      const defect = defectIn(event, args, reply);
      const about = () => `${name} ${JSON.stringify(args).slice(0, 500)}`;
      return { defect: defect && `${defect}: ${about()}`, isRefused: !isOk(reply) };
    } catch (error) {
      return { defect: `${String(error)} at ${index}`, isRefused: true };
    }
  }

  close(): void {
    this.#socket?.disconnect();
  }

  async #connect(random: Random): Promise<Socket> {
    this.#socket?.disconnect();
    const { owner, interview: running } = this.#company;
    const interview = random.below(4) === 0 ? await startInterview(this.#http, owner) : running;
    const candidate = await joinInterview(this.#http, interview.room_code).catch(() => null);
    // If another worker ended the room, start a new one for all of them.
    if (!candidate) {
      this.#company.interview = await startInterview(this.#http, owner);
      return this.#connect(random);
    }
    const roomCode = interview.room_code;
    const authToken = random.pick([owner, owner, candidate.token, candidate.token, undefined]);
    this.#known = {
      ...this.#company.known,
      channel: [roomCode],
      room: [roomCode],
      participantId: [candidate.participant_id, randomUUID()],
    };
    this.#doc = new Y.Doc();
    const auth = { roomCode, ...(authToken !== undefined && { authToken }) };
    const socket = io(`${this.#url}${ROOMS_NAMESPACE}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth,
    });
    this.#socket = socket;
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    socket.onAny((...args: unknown[]) => {
      const ack = args.at(-1);
      if (typeof ack === 'function') ack();
    });
    if (authToken !== undefined) await acknowledged(socket, 'subscribe', [{ channel: roomCode }]);
    return socket;
  }

  #argumentsOf(event: ClientEvent, random: Random): unknown[] {
    const known = { ...this.#known, update: [this.#edit(random), ...(this.#known['update'] ?? [])] };
    const payload = fittingObject(random, event.payload, known);
    const kind = random.below(10);
    if (kind < 5) return [payload];
    if (kind < 8) return [spoiled(random, payload)];
    return random.pick<unknown[]>([
      [],
      [hostile(random)],
      [payload, payload],
      [payload, hostile(random), hostile(random)],
      [binary(random)],
      [{ ...payload, data: binary(random) }],
      [payload, binary(random)],
      [{ ...payload, event: hostile(random) }],
    ]);
  }

  #edit(random: Random): string {
    const before = Y.encodeStateVector(this.#doc);
    const name = random.pick([SHARED_TEXT, SHARED_TEXT, 'code2', 'code21']);
    this.#doc.getText(name).insert(0, random.pick(['x', 'é', '😀', 'x'.repeat(100)]));
    return Buffer.from(Y.encodeStateAsUpdate(this.#doc, before)).toString('base64');
  }
}

const UNKNOWN_EVENT = Symbol('no handler for this name');
const CLOSED = Symbol('the server closed the connection');

async function acknowledged(socket: Socket, name: string, args: unknown[]): Promise<unknown> {
  if (!events.some((event) => wireName(event) === name)) {
    socket.emit(name, ...args);
    return UNKNOWN_EVENT;
  }
  const closed = new Promise<typeof CLOSED>((resolve) => socket.once('disconnect', () => resolve(CLOSED)));
  return Promise.race([socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, ...args), closed]);
}

/** Returns bytes, some of them as many as a packet may have: if a node looked at each, they would block it. */
function binary(random: Random): Buffer {
  return Buffer.alloc(random.pick([1, 3, 1_000, 70_000, 900_000]), random.below(256));
}

// No event has bytes: if a packet has some, it is never answered, and its connection is closed.
function defectIn(event: ClientEvent, args: unknown[], reply: unknown): string | null {
  const isBinary = args.some((arg) => [arg, ...Object.values(Object(arg))].some((value) => Buffer.isBuffer(value)));
  if (isBinary && reply !== CLOSED && reply !== UNKNOWN_EVENT) return `bytes were answered with ${text(reply)}`;
  return reply === UNKNOWN_EVENT || reply === CLOSED ? null : defectOf(event, args, reply);
}

function isOk(reply: unknown): boolean {
  return reply instanceof Object && Reflect.get(reply, 'ok') === true;
}

function defectOf(event: ClientEvent, args: unknown[], reply: unknown): string | null {
  // A spoiled envelope may name another custom event.
  const isSameEvent = wireName(event) !== 'custom:event' || Reflect.get(Object(args[0]), 'event') === event.name;
  if (isOk(reply))
    return !isSameEvent || replyCheck(event).Check(reply)
      ? null
      : `acknowledgement does not match its schema: ${text(reply)}`;
  if (!failed.Check(reply)) return `refusal does not match the schema: ${text(reply)}`;
  return ['internal', 'unavailable'].includes(reply.error.code) ? `failed: ${text(reply)}` : null;
}

function text(reply: unknown): string {
  return JSON.stringify(reply).slice(0, 300);
}
