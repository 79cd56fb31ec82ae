import { SENDERS, type Ack, type ClientEvent, type EventReply, type Payload } from '@cip/contracts/protocol/events';
import type { FastifyBaseLogger } from 'fastify';
import { Compile } from 'typebox/compile';
import { AppError, errorBody, toAppError } from '../../../errors.ts';
import { decoderOf } from '../../../platform/decoder.ts';
import { collectErrors, fieldErrors } from '../../../platform/http/errors/field-errors.ts';

/** An event with its handler. */
export interface RegisteredEvent<Caller> {
  event: ClientEvent;
  /** Checks the payload and runs the handler. Resolves with the acknowledgement; never rejects. */
  run(caller: Caller, payload: unknown, log: FastifyBaseLogger): Promise<Ack<ClientEvent>>;
}

/**
 * Binds a handler to an event. The handler gets only payloads that match the schema, and its errors become the error
 * shape of the acknowledgement, so that no client can crash the process. Throws if the event has no declared sender.
 */
export function handle<E extends ClientEvent, Caller>(
  event: E,
  handler: (caller: Caller, payload: Payload<E>) => EventReply<E> | Promise<EventReply<E>>,
): RegisteredEvent<Caller> {
  if (!SENDERS.includes(event.from)) throw new Error(`The event ${event.name} does not declare who may send it.`);
  const schema = Compile(event.payload);
  const decode = decoderOf(event.payload);
  const check = (payload: unknown): Payload<E> => {
    if (!schema.Check(payload)) throw invalidPayload(collectErrors(schema, payload));
    return decode(payload) as Payload<E>;
  };
  return {
    event,
    async run(caller, payload, log) {
      try {
        return { ok: true, ...(await handler(caller, check(payload))) };
      } catch (error) {
        const failure = toAppError(error);
        if (failure.code === 'internal') log.error({ err: error, event: event.name }, 'event failed');
        return { ok: false, error: errorBody(failure) };
      }
    },
  };
}

function invalidPayload(errors: Parameters<typeof fieldErrors>[0]): AppError {
  const fields = fieldErrors(errors);
  return new AppError('invalid', Object.values(fields)[0]?.[0] ?? 'The event is not valid.', fields);
}
