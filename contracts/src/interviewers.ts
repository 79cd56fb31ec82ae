import { Type } from 'typebox';
import { Closed, Done, Email, Id, IdParams, Name, OneOf, Page, PageQuery, Password, SentName } from './common.ts';
import { endpoint } from './endpoint.ts';

const UserRole = OneOf(['owner', 'interviewer'] as const);

/** A user: the company's owner or an interviewer. */
export const User = Closed({
  id: Id,
  name: Name,
  email: Email,
  role: UserRole,
});
export type User = Type.Static<typeof User>;

const UserReply = Closed({ user: User });

// Field by field: the web's build retains a spread, with its schema, in the room's chunk.
/** An interviewer, for the owner. */
const Interviewer = Closed({
  id: Id,
  name: Name,
  email: Email,
  role: UserRole,
  has_second_factor: Type.Boolean(),
});
export type Interviewer = Type.Static<typeof Interviewer>;

/** Lists the company's interviewers, without the owner. */
export const listInterviewers = endpoint({
  method: 'GET',
  url: '/users',
  access: 'owner',
  summary: 'List the interviewers',
  query: PageQuery,
  reply: Page(Interviewer),
  status: 200,
});

export const createInterviewer = endpoint({
  method: 'POST',
  url: '/users',
  access: 'owner',
  summary: 'Add an interviewer',
  body: Closed({
    name: SentName,
    email: Email,
    password: Password,
    role: Type.Optional(OneOf(['interviewer'] as const)),
  }),
  reply: UserReply,
  status: 201,
});

/** An absent or blank password leaves the current one in place. */
export const updateInterviewer = endpoint({
  method: 'PUT',
  url: '/users/:id',
  access: 'owner',
  summary: 'Change an interviewer',
  params: IdParams,
  body: Closed({
    name: SentName,
    email: Email,
    password: Type.Optional(Type.Union([Password, Type.Literal('')])),
  }),
  reply: UserReply,
  status: 200,
});

export const deleteInterviewer = endpoint({
  method: 'DELETE',
  url: '/users/:id',
  access: 'owner',
  summary: 'Delete an interviewer; their tokens die at once',
  params: IdParams,
  reply: Done,
  status: 200,
});

/** Removes the second step of an interviewer who has lost the app and the recovery codes. */
export const removeSecondFactor = endpoint({
  method: 'DELETE',
  url: '/users/:id/second-factor',
  access: 'owner',
  summary: 'Remove the second step of an interviewer; their sign-ins end',
  params: IdParams,
  reply: Done,
  status: 200,
});
