import { Type } from 'typebox';
import {
  Closed,
  Done,
  Email,
  Id,
  IdParams,
  Moment,
  Name,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Password,
  SentName,
} from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_SUCH_INTERVIEWER } from '../protocol/not-found.ts';
import { GIVEN_ROLES, ROLES } from './roles.ts';

const UserRole = OneOf(ROLES);
const GivenRole = OneOf(GIVEN_ROLES);

/** A user of a company. */
export const User = Closed({
  id: Id,
  name: Name,
  email: Email,
  role: UserRole,
});
export type User = Type.Static<typeof User>;

const UserReply = Closed({ user: User });

// Field by field: the web's build retains a spread, with its schema, in the room's chunk.
/** A user besides the owner, as managers see them. */
const Interviewer = Closed({
  id: Id,
  name: Name,
  email: Email,
  role: UserRole,
  has_second_factor: Type.Boolean(),
  /** The last use by one of their signed-in devices, to within minutes; null if none is signed in. */
  last_active_at: Nullable(Moment),
});
export type Interviewer = Type.Static<typeof Interviewer>;

/** Lists the company's people, without the owner. */
export const listInterviewers = endpoint({
  method: 'GET',
  url: '/users',
  access: 'admin',
  keys: 'read',
  tag: 'Interviewers',
  summary: 'List admins, interviewers and coordinators',
  query: PageQuery,
  reply: Page(Interviewer),
});

/** Adds a person, as an interviewer if `role` is absent. Only the owner adds admins, with a recent sign-in. */
export const createInterviewer = endpoint({
  method: 'POST',
  url: '/users',
  access: 'admin',
  tag: 'Interviewers',
  summary: 'Add an interviewer, a coordinator or an admin',
  body: Closed({
    name: SentName,
    email: Email,
    /** May be absent if users sign in with a provider, or if e-mail is sent: they choose one in the invitation. */
    password: Type.Optional(Password),
    role: Type.Optional(GivenRole),
  }),
  reply: UserReply,
  status: 201,
});

/**
 * If the password is absent or blank, it stays; so does the role if it is absent. A new role needs a recent sign-in; if
 * it allows less, it ends the person's sign-ins.
 */
export const updateInterviewer = endpoint({
  method: 'PUT',
  url: '/users/:id',
  access: 'admin',
  tag: 'Interviewers',
  summary: 'Change a person or their role',
  params: IdParams,
  body: Closed({
    name: SentName,
    email: Email,
    password: Type.Optional(Type.Union([Password, Type.Literal('')])),
    role: Type.Optional(GivenRole),
  }),
  reply: UserReply,
  notFound: NO_SUCH_INTERVIEWER,
});

export const deleteInterviewer = endpoint({
  method: 'DELETE',
  url: '/users/:id',
  access: 'admin',
  tag: 'Interviewers',
  summary: 'Delete a person; their tokens end immediately',
  params: IdParams,
  reply: Done,
  notFound: NO_SUCH_INTERVIEWER,
});

/** Removes the second step of a person who has lost the app and the recovery codes. */
export const removeSecondFactor = endpoint({
  method: 'DELETE',
  url: '/users/:id/second-factor',
  access: 'admin',
  tag: 'Interviewers',
  summary: 'Remove the second step of a person; their sign-ins end',
  params: IdParams,
  reply: Done,
  notFound: NO_SUCH_INTERVIEWER,
});
