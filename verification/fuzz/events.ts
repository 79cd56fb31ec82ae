import { randomUUID } from 'node:crypto';
import { SHARED_TEXT } from '@cip/contracts/documents';
import { FailedAck, type ClientEvent } from '@cip/contracts/events';
import { ROOMS_NAMESPACE } from '@cip/contracts/rooms';
import { io, type Socket } from 'socket.io-client';
import { Type, type TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import * as Y from 'yjs';
import { events, wireName } from '../../server/src/testing/events.ts';
import { Random } from '../support/random.ts';
import type { RawHttp } from '../support/raw-http.ts';
import { nonEmpty } from './rest.ts';
import { fittingObject, hostile, spoiled, type Known } from './values.ts';
import { joinInterview, startInterview, type Found, type FuzzWorld } from './company.ts';

const ACK_WITHIN_MS = 20_000;
/** These end the room or somebody's place in it: nine in ten of them are drawn again. */
const ENDS = new Set(['sessionEnded', 'participant:remove', 'unsubscribe']);

const failed = Compile(FailedAck);
const replies = new Map<TSchema, Validator>();

// The acknowledgement of success is the reply's fields beside `ok: true`.
function replyCheck({ reply }: ClientEvent): Validator {
  const known =
    replies.get(reply) ??
    Compile(Type.Object({ ok: Type.Literal(true), ...reply.properties }, { additionalProperties: false }));
  replies.set(reply, known);
  return known;
}

/** A connection that sends events one after the other, and is made anew when the server closes it. */
export class EventSender {
  readonly #url: string;
  readonly #http: RawHttp;
  readonly #world: FuzzWorld;
  #socket: Socket | null = null;
  #known: Known = {};
  #doc = new Y.Doc();

  constructor(url: string, http: RawHttp, world: FuzzWorld) {
    this.#url = url;
    this.#http = http;
    this.#world = world;
  }

  /** Sends event number `index` of a seed. Answers with what was wrong about it, or with null. */
  async send(seed: number, index: number): Promise<Found> {
    const random = new Random(seed * 2_000_003 + index);
    try {
      const socket = this.#socket?.connected ? this.#socket : await this.#connect(random);
      const drawn = random.pick(nonEmpty(events));
      const event = ENDS.has(drawn.name) && random.below(10) > 0 ? random.pick(nonEmpty(events)) : drawn;
      const args = this.#argumentsOf(event, random);
      const name =
        random.below(100) === 0 ? random.pick(['dropTables', '__proto__', 'x'.repeat(500)]) : wireName(event);
      const reply = await acknowledged(socket, name, args);
      const fault = reply === NOT_EVEN_LISTENED_TO || reply === CLOSED ? null : faultOf(event, args, reply);
      const about = `${name} ${JSON.stringify(args).slice(0, 500)}`;
      return { fault: fault && `${fault}: ${about}`, isRefused: !isOk(reply) };
    } catch (error) {
      return { fault: `${String(error)} at ${index}`, isRefused: true };
    }
  }

  close(): void {
    this.#socket?.disconnect();
  }

  async #connect(random: Random): Promise<Socket> {
    this.#socket?.disconnect();
    const { owner, interview: running } = this.#world;
    const interview = random.below(4) === 0 ? await startInterview(this.#http, owner) : running;
    const candidate = await joinInterview(this.#http, interview.room_code).catch(() => null);
    // The room was ended by one of the others: a new one is for all of them.
    if (!candidate) {
      this.#world.interview = await startInterview(this.#http, owner);
      return this.#connect(random);
    }
    const roomCode = interview.room_code;
    const authToken = random.pick([owner, owner, candidate.token, candidate.token, undefined]);
    this.#known = {
      ...this.#world.known,
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
      [Buffer.from([0, 1, 2])],
      [{ ...payload, data: Buffer.from('x') }],
      [{ ...payload, event: hostile(random) }],
    ]);
  }

  #edit(random: Random): string {
    const before = Y.encodeStateVector(this.#doc);
    this.#doc.getText(SHARED_TEXT).insert(0, random.pick(['x', 'é', '😀', 'x'.repeat(100)]));
    return Buffer.from(Y.encodeStateAsUpdate(this.#doc, before)).toString('base64');
  }
}

const NOT_EVEN_LISTENED_TO = Symbol('no handler has this name');
const CLOSED = Symbol('the server closed the connection');

async function acknowledged(socket: Socket, name: string, args: unknown[]): Promise<unknown> {
  if (!events.some((event) => wireName(event) === name)) {
    socket.emit(name, ...args);
    return NOT_EVEN_LISTENED_TO;
  }
  const gone = new Promise<typeof CLOSED>((resolve) => socket.once('disconnect', () => resolve(CLOSED)));
  return Promise.race([socket.timeout(ACK_WITHIN_MS).emitWithAck(name, ...args), gone]);
}

function isOk(reply: unknown): boolean {
  return reply instanceof Object && Reflect.get(reply, 'ok') === true;
}

function faultOf(event: ClientEvent, args: unknown[], reply: unknown): string | null {
  // A spoiled envelope may have named another of the custom events.
  const isItsOwn = wireName(event) !== 'custom:event' || Reflect.get(Object(args[0]), 'event') === event.name;
  if (isOk(reply))
    return !isItsOwn || replyCheck(event).Check(reply) ? null : `acknowledged against its schema ${text(reply)}`;
  if (!failed.Check(reply)) return `refused against the schema ${text(reply)}`;
  return ['internal', 'unavailable'].includes(reply.error.code) ? `failed ${text(reply)}` : null;
}

function text(reply: unknown): string {
  return JSON.stringify(reply).slice(0, 300);
}
