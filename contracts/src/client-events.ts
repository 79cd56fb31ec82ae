import type * as admissions from './interviews/admissions.ts';
import type * as engineTests from './questions/engine-tests.ts';
import type * as questionEvents from './questions/question-events.ts';
import type * as testReports from './questions/test-reports.ts';
import type * as documentEvents from './rooms/document-events.ts';
import type * as files from './rooms/files.ts';
import type * as rooms from './rooms/rooms.ts';
import type * as rules from './rooms/rules.ts';
import type * as runs from './runs/runs.ts';
import type { Ack, ClientEvent, Payload } from './protocol/events.ts';

type Contracts =
  | typeof admissions
  | typeof engineTests
  | typeof questionEvents
  | typeof testReports
  | typeof documentEvents
  | typeof files
  | typeof rooms
  | typeof rules
  | typeof runs;

type EventsOf<Contract> = Contract extends unknown ? Extract<Contract[keyof Contract], ClientEvent> : never;

/** All events of clients by name, as in `run:start`. Types only: a client that names events ships no schemas. */
export type ClientEvents = { [E in EventsOf<Contracts> as E['name']]: E };

/** The specification's custom events, which travel as `custom:event`. */
export type CustomName = (typeof rooms.CUSTOM_EVENTS)[number]['name'];

/** The name of an event that travels under its own name. */
export type EventName = Exclude<keyof ClientEvents, CustomName>;

export type PayloadOf<Name extends keyof ClientEvents> = Payload<ClientEvents[Name]>;
export type AckOf<Name extends keyof ClientEvents> = Ack<ClientEvents[Name]>;

/** Sends an event and resolves with its acknowledgement: `unavailable` while there is no connection. */
export type SendEvent<Names extends EventName = EventName> = <Name extends Names>(
  name: Name,
  payload: PayloadOf<Name>,
) => Promise<AckOf<Name>>;
