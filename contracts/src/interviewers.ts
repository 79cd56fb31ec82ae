import { Type } from 'typebox';
import { Closed, Done, Email, Id, IdParams, Name, OneOf, Page, PageQuery, Password, SentName } from './common.ts';
import { endpoint } from './endpoint.ts';

const UserRole = OneOf(['owner', 'interviewer'] as const);

/** A person who signs in: the company's owner, or an interviewer acting under their own name. */
export const User = Closed({
  id: Id,
  name: Name,
  email: Email,
  role: UserRole,
});
export type User = Type.Static<typeof User>;

const UserReply = Closed({ user: User });

// Field by field: the web's build keeps a spread, and with it the schema, in the files of every room.
/** An interviewer as the owner sees them. */
const Interviewer = Closed({
  id: Id,
  name: Name,
  email: Email,
  role: UserRole,
  has_second_factor: Type.Boolean(),
});
export type Interviewer = Type.Static<typeof Interviewer>;

/** The company's interviewers; the owner is not among them. */
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

/** A password that is absent or blank keeps the current one. */
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

/** For an interviewer who lost both the app and the recovery codes. */
export const removeSecondFactor = endpoint({
  method: 'DELETE',
  url: '/users/:id/second-factor',
  access: 'owner',
  summary: 'Remove the second step of an interviewer; their sign-ins end',
  params: IdParams,
  reply: Done,
  status: 200,
});
