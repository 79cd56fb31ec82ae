import { Type } from 'typebox';
import { Closed, Code, Count, Id, Line, Name, OneOf, RoomCode, Text } from './common.ts';
import { clientEvent, Nothing } from './events.ts';

/** The Socket.IO namespace of the rooms (spec section 7). */
export const ROOMS_NAMESPACE = '/code-sharing';
/** A socket that has proven nothing is closed after this many milliseconds. */
export const PROVE_WITHIN_MS = 10_000;
/** Largest packet a client may send, in bytes; a full text fits. */
export const PACKET_MAX_BYTES = 1_000_000;
/** A client asks the server for a sign of life this often, in milliseconds. */
export const HEARTBEAT_MS = 2_000;

/** When a typed line leaves the device: on Enter, or with each key (spec section 4). */
export const TYPING_MODES = ['enter', 'instant'] as const;
export const TypingMode = OneOf(TYPING_MODES);
export type TypingMode = Type.Static<typeof TypingMode>;
export const DEFAULT_TYPING_MODE: TypingMode = 'enter';

export const ParticipantType = OneOf(['interviewer', 'candidate'] as const);
export type ParticipantType = Type.Static<typeof ParticipantType>;

/** Somebody in a room; one person with several tabs or a reconnect is one participant. */
export const Participant = Closed({
  id: Id,
  name: Name,
  type: ParticipantType,
  authenticated: Type.Boolean(),
});
export type Participant = Type.Static<typeof Participant>;

/**
 * What a socket gives in its handshake. `authToken` is the company's bearer or the candidate's token;
 * without it the socket may only subscribe. The role comes from the token, never from `userType`. Clients may give
 * more than is known here; it is not read.
 */
export const Handshake = Type.Object(
  {
    appKey: Type.Optional(Line(200)),
    roomCode: RoomCode,
    userName: Type.Optional(Line(200)),
    userType: Type.Optional(ParticipantType),
    authToken: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { maxProperties: 50 },
);
export type Handshake = Type.Static<typeof Handshake>;

const AuthToken = Type.Optional(Type.String({ maxLength: 2000 }));

/** Proves who the socket is and enters the room; answered by `subscription:succeeded`. */
export const subscribe = clientEvent({
  name: 'subscribe',
  from: 'unproven',
  payload: Closed({ channel: RoomCode, authToken: AuthToken }),
  reply: Closed({ channel: RoomCode, participant: Participant, typingMode: TypingMode }),
});

/** Leaves the room; answered by `unsubscription:succeeded`. */
export const unsubscribe = clientEvent({
  name: 'unsubscribe',
  from: 'participant',
  payload: Closed({ channel: RoomCode, authToken: AuthToken }),
  reply: Closed({ channel: RoomCode }),
});

const custom = <const E extends string, D extends Type.TSchema>(event: E, data: D) =>
  Closed({ authToken: AuthToken, event: Type.Literal(event), channel: RoomCode, data });

const NoData = Type.Optional(Type.Union([Type.Null(), Type.Object({}, { maxProperties: 10 })]));

/** The spec's custom events; each travels as `custom:event` with its name in `event`. */
export const getParticipants = clientEvent({
  name: 'getParticipants',
  from: 'participant',
  payload: custom('getParticipants', NoData),
  reply: Closed({ participants: Type.Array(Participant, { maxItems: 10_000 }), count: Count }),
});

export const typingModeChanged = clientEvent({
  name: 'typingModeChanged',
  from: 'interviewer',
  payload: custom('typingModeChanged', Closed({ mode: TypingMode })),
  reply: Closed({ mode: TypingMode }),
});

/** The whole text as a client that knows only the documented events has it; merged as an edit. */
export const codeChange = clientEvent({
  name: 'codeChange',
  from: 'participant',
  payload: custom(
    'codeChange',
    Closed({
      room: RoomCode,
      code: Code,
      lineNumber: Type.Optional(Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 1_000_000 })])),
    }),
  ),
  reply: Nothing,
});

/** The interviewer's end of the interview: the same act as the REST call. */
export const sessionEnded = clientEvent({
  name: 'sessionEnded',
  from: 'interviewer',
  payload: custom('sessionEnded', Closed({ message: Type.Optional(Text(500)), endedBy: Type.Optional(Line(200)) })),
  reply: Nothing,
});

export const CUSTOM_EVENTS = [getParticipants, typingModeChanged, codeChange, sessionEnded] as const;

/** Puts a candidate out of the room for good: their token opens this interview no more. */
export const removeParticipant = clientEvent({
  name: 'participant:remove',
  from: 'interviewer',
  payload: Closed({ participantId: Id }),
  reply: Nothing,
});

/** Said to somebody an interviewer has removed. */
export const REMOVED_MESSAGE = 'You have been removed from this session.';

/** The last moment a JavaScript date knows, in milliseconds since 1970. */
const LATEST_MOMENT_MS = 8.64e15;

/** A sign of life, answered without touching the database: the server's time in milliseconds since 1970. */
export const heartbeat = clientEvent({
  name: 'heartbeat',
  from: 'unproven',
  payload: Closed({}),
  reply: Closed({ at: Type.Optional(Type.Integer({ minimum: 0, maximum: LATEST_MOMENT_MS })) }),
});

/** Default text of the ended dialog (spec section 8). */
export const ENDED_MESSAGE = 'The interviewer has ended this session. Thank you for your participation!';

/** Events the server sends beside those of documents; names and payloads as the spec has them. */
export interface RoomServerEvents {
  'subscription:succeeded': (data: { channel: string }) => void;
  'unsubscription:succeeded': (data: { channel: string }) => void;
  'user:online': (data: { userName: string; userType: ParticipantType }) => void;
  'user:offline': (data: { userName: string; userType: ParticipantType }) => void;
  userJoined: (data: { userName: string; userType: ParticipantType; participantCount: number }) => void;
  userLeft: (data: { userName: string; userType: ParticipantType; participantCount: number }) => void;
  participantList: (data: { participants: Participant[]; count: number }) => void;
  typingModeChanged: (data: { mode: TypingMode }) => void;
  sessionEnded: (data: { message: string; endedBy: string }) => void;
  /** To the one who is removed, just before their connection is closed. */
  'participant:removed': (data: { message: string }) => void;
  /** Pushed to plain clients only; a client that acknowledges is followed exactly. */
  codeChange: (data: { code: string }, ack: () => void) => void;
  /** The server is about to go away; clients reconnect to another node. */
  'server:draining': () => void;
}
