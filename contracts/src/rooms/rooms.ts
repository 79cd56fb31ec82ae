import { Type } from 'typebox';
import { Closed, Code, Count, Id, Line, Name, OneOf, RoomCode, Text } from '../protocol/common.ts';
import { clientEvent, Nothing } from '../protocol/events.ts';
import { AnyRule, Completion } from './rules.ts';

/** The Socket.IO namespace of the rooms (spec section 7). */
export const ROOMS_NAMESPACE = '/code-sharing';
/** If a socket has not authenticated after this time, it is closed (ms). */
export const AUTHENTICATE_WITHIN_MS = 10_000;
/** Largest packet a client may send, in bytes; a full text fits. */
export const PACKET_MAX_BYTES = 1_000_000;
/** Interval of a client's heartbeats (ms). */
export const HEARTBEAT_MS = 2_000;

/** When typed text is sent: line by line on Enter, or with each key (spec section 4). */
export const TYPING_MODES = ['enter', 'instant'] as const;
export const TypingMode = OneOf(TYPING_MODES);
export type TypingMode = Type.Static<typeof TypingMode>;
export const DEFAULT_TYPING_MODE: TypingMode = 'enter';

export const ParticipantType = OneOf(['interviewer', 'candidate'] as const);
export type ParticipantType = Type.Static<typeof ParticipantType>;

/** A participant of a room; several tabs or a reconnect count as one. */
export const Participant = Closed({
  id: Id,
  name: Name,
  type: ParticipantType,
  authenticated: Type.Boolean(),
  /** The place in the order in which people first acted in the interview, from 1; absent in some lists. */
  number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
});
export type Participant = Type.Static<typeof Participant>;

/**
 * The handshake of a socket. `authToken` is an account's bearer token or a candidate's token; without it the socket may
 * only subscribe. The role comes from the token, never from `userType`. Unknown fields are ignored.
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

/** Authenticates the socket and joins the room; the server replies with `subscription:succeeded`. */
export const subscribe = clientEvent({
  name: 'subscribe',
  from: 'unauthenticated',
  payload: Closed({ channel: RoomCode, authToken: AuthToken }),
  reply: Closed({
    channel: RoomCode,
    participant: Participant,
    typingMode: TypingMode,
    /** Absent if the socket is in the room already. */
    rule: Type.Optional(AnyRule),
    /** Likewise. */
    completion: Type.Optional(Completion),
  }),
});

/** Leaves the room; the server replies with `unsubscription:succeeded`. */
export const unsubscribe = clientEvent({
  name: 'unsubscribe',
  from: 'participant',
  payload: Closed({ channel: RoomCode, authToken: AuthToken }),
  reply: Closed({ channel: RoomCode }),
});

const custom = <const E extends string, D extends Type.TSchema>(event: E, data: D) =>
  Closed({ authToken: AuthToken, event: Type.Literal(event), channel: RoomCode, data });

const NoData = Type.Optional(Type.Union([Type.Null(), Type.Object({}, { maxProperties: 10 })]));

/** The spec's custom events; each is sent as `custom:event` with its name in `event`. */
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

/** The full text of a client that knows only the documented events; merged as an edit. */
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

/** Ends the interview, like the REST call. */
export const sessionEnded = clientEvent({
  name: 'sessionEnded',
  from: 'interviewer',
  payload: custom('sessionEnded', Closed({ message: Type.Optional(Text(500)), endedBy: Type.Optional(Line(200)) })),
  reply: Nothing,
});

export const CUSTOM_EVENTS = [getParticipants, typingModeChanged, codeChange, sessionEnded] as const;

/** Removes a candidate from the room for good: their token no longer opens this interview. */
export const removeParticipant = clientEvent({
  name: 'participant:remove',
  from: 'interviewer',
  payload: Closed({ participantId: Id }),
  reply: Nothing,
});

/** Message for a candidate if an interviewer removed them. */
export const REMOVED_MESSAGE = 'You have been removed from this session.';

/** The latest moment of a JavaScript Date (ms since 1970). */
const LATEST_MOMENT_MS = 8.64e15;

/** Heartbeat; the acknowledgement contains the server's time (ms since 1970) and needs no database. */
export const heartbeat = clientEvent({
  name: 'heartbeat',
  from: 'unauthenticated',
  payload: Closed({}),
  reply: Closed({ at: Type.Optional(Type.Integer({ minimum: 0, maximum: LATEST_MOMENT_MS })) }),
});

/** Default text of the ended dialog (spec section 8). */
export const ENDED_MESSAGE = 'The interviewer has ended this session. Thank you for your participation!';

/** The texts of the dialog if nothing of the session is left. */
export const DELETED_MESSAGE = 'The interviewer has deleted this session.';
export const CLOSED_MESSAGE = 'The company has closed its account. This session has ended.';

/** The end of a session as its room is told. */
export interface SessionEnd {
  message: string;
  endedBy: string;
}

/** Events that the server sends, without those of documents; names and payloads of the spec. */
export interface RoomServerEvents {
  'subscription:succeeded': (data: { channel: string }) => void;
  'unsubscription:succeeded': (data: { channel: string }) => void;
  'user:online': (data: { userName: string; userType: ParticipantType }) => void;
  'user:offline': (data: { userName: string; userType: ParticipantType }) => void;
  userJoined: (data: { userName: string; userType: ParticipantType; participantCount: number }) => void;
  userLeft: (data: { userName: string; userType: ParticipantType; participantCount: number }) => void;
  participantList: (data: { participants: Participant[]; count: number }) => void;
  typingModeChanged: (data: { mode: TypingMode }) => void;
  sessionEnded: (data: SessionEnd) => void;
  /** Sent to a removed candidate just before their connection is closed. */
  'participant:removed': (data: { message: string }) => void;
  /** Sent to full-text clients only; acknowledgements tell the server which text a client has. */
  codeChange: (data: { code: string }, ack: () => void) => void;
  /** The node is shutting down; clients reconnect to another one. */
  'server:draining': () => void;
}
