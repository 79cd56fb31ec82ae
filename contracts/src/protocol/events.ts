import { Type } from 'typebox';
import type { Static, TObject } from 'typebox';
import { Closed } from './common.ts';
import { ErrorBody } from './errors.ts';

/** Permitted senders of an event: any connected socket, participants of the room, or interviewers of its company. */
export const SENDERS = ['unauthenticated', 'participant', 'interviewer'] as const;
export type Sender = (typeof SENDERS)[number];

interface EventSpec {
  name: string;
  from: Sender;
  payload: TObject;
  /** Fields of the acknowledgement besides `ok: true`. */
  reply: TObject;
}

/** An event that clients send. */
export type ClientEvent<S extends EventSpec = EventSpec> = S;

/** Declares an event: name, permitted sender, payload and acknowledgement. */
export function clientEvent<const S extends EventSpec>(spec: S): ClientEvent<S> {
  return spec;
}

/** The payload of an event. */
export type Payload<E extends EventSpec> = Static<E['payload']>;
/** The fields that an event's handler returns for its acknowledgement. */
export type EventReply<E extends EventSpec> = Static<E['reply']>;
/** The acknowledgement on the wire: success with the reply's fields, or the error shape. */
export type Ack<E extends EventSpec> = ({ ok: true } & EventReply<E>) | { ok: false; error: ErrorBody };

/** An acknowledgement without fields. */
export const Nothing = Closed({});

/** Schema of a failed acknowledgement. */
export const FailedAck = Closed({ ok: Type.Literal(false), error: ErrorBody });
