import { cleanCode } from '@cip/contracts/rooms/code-text';
import type { Random } from '../../testkit/random.ts';
import type { CaseResult } from './case-result.ts';
import type { RawHttp } from '../support/raw-http.ts';
import { PIECES } from './values.ts';
import { startInterview, type TestCompany } from '../support/company.ts';

/** A field that stores text, with the normalization that the server may apply. */
interface TextField {
  maxLength: number;
  write(http: RawHttp, company: TestCompany, text: string): Promise<number>;
  read(http: RawHttp, company: TestCompany): Promise<unknown>;
  normalized(text: string): string | null;
}

const nullIfBlank = (text: string) => text.trim() || null;
const normalizeName = (text: string) => text.normalize('NFC').trim();

const notes: TextField = {
  maxLength: 10_000,
  write: (http, { owner, interview: { id } }, text) =>
    status(http, owner, 'PATCH', `/interview-sessions/${id}`, { notes: text }),
  read: async (http, company) => (await session(http, company)).notes,
  normalized: (text) => (text.trim() === '' ? null : text),
};

const candidateName: TextField = {
  maxLength: 80,
  write: (http, { owner, interview: { id } }, text) =>
    status(http, owner, 'PATCH', `/interview-sessions/${id}`, { candidate_name: text }),
  read: async (http, company) => (await session(http, company)).candidate_name,
  normalized: normalizeName,
};

const code: TextField = {
  maxLength: 5_000,
  write: (http, { owner, interview: { id } }, text) =>
    status(http, owner, 'POST', '/code-editor-data', { interview_session_id: id, code_content: text }),
  async read(http, { owner, interview: { id } }) {
    type Response = { data: { code_content: string } };
    return (await http.call<Response>('GET', `/code-editor-data/session/${id}`, undefined, owner)).data.code_content;
  },
  normalized: cleanCode,
};

const phone: TextField = {
  maxLength: 40,
  async write(http, { owner }, text) {
    const { company } = await account(http, owner);
    return status(http, owner, 'PUT', '/company/profile', { name: company.name, email: company.email, phone: text });
  },
  read: async (http, { owner }) => (await account(http, owner)).company.phone,
  normalized: nullIfBlank,
};

const FIELDS = [notes, candidateName, code, phone] as const;

/** Writes a text into a stored field: it must be read back unchanged or normalized, or be refused. */
export async function roundTrip(http: RawHttp, company: TestCompany, random: Random): Promise<CaseResult> {
  const interview = await startInterview(http, company.owner).catch(() => null);
  if (!interview) return { defect: null, isRefused: true, isExhausted: true };
  company.interview = interview;
  const field = random.pick(FIELDS);
  const length = random.pick([1, 1, 2, 3, field.maxLength]);
  const text = Array.from({ length }, () => random.pick(PIECES))
    .join('')
    .slice(0, field.maxLength);
  try {
    const writeStatus = await field.write(http, company, text);
    if (writeStatus === 422) return { defect: null, isRefused: true };
    if (writeStatus >= 300)
      return { defect: `writing a text returned ${writeStatus}: ${JSON.stringify(text)}`, isRefused: true };
    const read = await field.read(http, company);
    const isSame = read === field.normalized(text) || read === text;
    const defect = isSame ? null : `${JSON.stringify(text)} was read back as ${JSON.stringify(read)}`;
    return { defect, isRefused: false };
  } catch (error) {
    return { defect: `${String(error)} for ${JSON.stringify(text).slice(0, 500)}`, isRefused: true };
  }
}

async function status(http: RawHttp, token: string, method: string, path: string, body: object): Promise<number> {
  const response = await http.send({
    method,
    path: `/api${path}`,
    headers: [
      ['authorization', `Bearer ${token}`],
      ['content-type', 'application/json'],
    ],
    body: JSON.stringify(body),
  });
  return response.status;
}

async function session(http: RawHttp, { owner, interview: { room_code } }: TestCompany) {
  type Response = { session: { notes: string | null; candidate_name: string | null } };
  return (await http.call<Response>('GET', `/interview-sessions/room/${room_code}`, undefined, owner)).session;
}

function account(http: RawHttp, token: string) {
  type Response = { company: { name: string; email: string; phone: string | null } };
  return http.call<Response>('GET', '/user', undefined, token);
}
