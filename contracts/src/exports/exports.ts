import { Type } from 'typebox';
import { Closed, IdParams, RoomCode } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_ACCESS, NO_SUCH_LINK } from '../protocol/not-found.ts';

/** A ZIP archive; its bytes are streamed. */
const Archive = Type.String({ contentMediaType: 'application/zip' });

/** All data about the company: JSON, and each interview's code as a file. */
export const exportCompany = endpoint({
  method: 'GET',
  url: '/company/export',
  access: 'admin',
  tag: 'Company',
  summary: 'Everything held about the company, as a ZIP archive',
  reply: Archive,
});

/** All data about an interview and its candidates. */
export const exportInterview = endpoint({
  method: 'GET',
  url: '/interview-sessions/:id/export',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'Everything held about an interview and its candidate, as a ZIP archive',
  params: IdParams,
  reply: Archive,
  notFound: NO_ACCESS,
});

/** The data about the candidate of the bearer token, without the company's entries. */
export const exportCandidate = endpoint({
  method: 'GET',
  url: '/public/session/:roomCode/export',
  access: 'public',
  tag: 'Candidates',
  summary: 'What is held about a candidate, for their own token, as a ZIP archive',
  params: Closed({ roomCode: RoomCode }),
  reply: Archive,
  notFound: NO_SUCH_LINK,
});
