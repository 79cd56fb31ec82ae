import { Type } from 'typebox';
import type { Static, TObject } from 'typebox';
import { Closed } from './common.ts';
import { ErrorBody } from './errors.ts';

/**
 * Who may send an event: a socket that has not proven anything yet, anybody who is in the room,
 * or only an interviewer of the room's company.
 */
export const SENDERS = ['unproven', 'participant', 'interviewer'] as const;
export type Sender = (typeof SENDERS)[number];

interface EventSpec {
  name: string;
  from: Sender;
  payload: TObject;
  /** What the acknowledgement carries beside `ok: true`. */
  reply: TObject;
}

/** An event a client sends. */
export type ClientEvent<S extends EventSpec = EventSpec> = S;

/** Describes one event a client may send: its name, who may, what it carries and what is acknowledged. */
export function clientEvent<const S extends EventSpec>(spec: S): ClientEvent<S> {
  return spec;
}

/** What an event carries. */
export type Payload<E extends EventSpec> = Static<E['payload']>;
/** What the handler of an event returns for its acknowledgement. */
export type EventReply<E extends EventSpec> = Static<E['reply']>;
/** The acknowledgement as it travels: success with the reply's fields, or the one error shape. */
export type Ack<E extends EventSpec> = ({ ok: true } & EventReply<E>) | { ok: false; error: ErrorBody };

/** The reply of an event that has nothing to say but that it was done. */
export const Nothing = Closed({});

/** Schema of a failed acknowledgement. */
export const FailedAck = Closed({ ok: Type.Literal(false), error: ErrorBody });
