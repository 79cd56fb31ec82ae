import { cleanCode } from '@cip/contracts/code-text';
import type { Random } from '../support/random.ts';
import type { RawHttp } from '../support/raw-http.ts';
import { PIECES } from './values.ts';
import { startInterview, type Found, type FuzzWorld } from './company.ts';

/** Something that keeps a text: writes it, reads it back, and says what may be tidied on the way. */
interface Keeper {
  most: number;
  write(http: RawHttp, world: FuzzWorld, text: string): Promise<number>;
  read(http: RawHttp, world: FuzzWorld): Promise<unknown>;
  tidy(text: string): string | null;
}

const orNull = (text: string) => text.trim() || null;
const tidyName = (text: string) => text.normalize('NFC').trim();

const notes: Keeper = {
  most: 10_000,
  write: (http, { owner, interview: { id } }, text) =>
    status(http, owner, 'PATCH', `/interview-sessions/${id}`, { notes: text }),
  read: async (http, world) => (await session(http, world)).notes,
  tidy: (text) => (text.trim() === '' ? null : text),
};

const candidateName: Keeper = {
  most: 80,
  write: (http, { owner, interview: { id } }, text) =>
    status(http, owner, 'PATCH', `/interview-sessions/${id}`, { candidate_name: text }),
  read: async (http, world) => (await session(http, world)).candidate_name,
  tidy: tidyName,
};

const code: Keeper = {
  most: 5_000,
  write: (http, { owner, interview: { id } }, text) =>
    status(http, owner, 'POST', '/code-editor-data', { interview_session_id: id, code_content: text }),
  async read(http, { owner, interview: { id } }) {
    type Answer = { data: { code_content: string } };
    return (await http.call<Answer>('GET', `/code-editor-data/session/${id}`, undefined, owner)).data.code_content;
  },
  tidy: cleanCode,
};

const phone: Keeper = {
  most: 40,
  async write(http, { owner }, text) {
    const { company } = await account(http, owner);
    return status(http, owner, 'PUT', '/company/profile', { name: company.name, email: company.email, phone: text });
  },
  read: async (http, { owner }) => (await account(http, owner)).company.phone,
  tidy: orNull,
};

const KEEPERS = [notes, candidateName, code, phone] as const;

/** Writes a text where texts are kept: it comes back as it was, or it was refused. */
export async function roundTrip(http: RawHttp, world: FuzzWorld, random: Random): Promise<Found> {
  const interview = await startInterview(http, world.owner).catch(() => null);
  if (!interview) return { fault: null, isRefused: true, isUsedUp: true };
  world.interview = interview;
  const keeper = random.pick(KEEPERS);
  const length = random.pick([1, 1, 2, 3, keeper.most]);
  const text = Array.from({ length }, () => random.pick(PIECES))
    .join('')
    .slice(0, keeper.most);
  try {
    const answered = await keeper.write(http, world, text);
    if (answered === 422) return { fault: null, isRefused: true };
    if (answered >= 300)
      return { fault: `a text was answered with ${answered}: ${JSON.stringify(text)}`, isRefused: true };
    const read = await keeper.read(http, world);
    const isSame = read === keeper.tidy(text) || read === text;
    const fault = isSame ? null : `${JSON.stringify(text)} came back as ${JSON.stringify(read)}`;
    return { fault, isRefused: false };
  } catch (error) {
    return { fault: `${String(error)} for ${JSON.stringify(text).slice(0, 500)}`, isRefused: true };
  }
}

async function status(http: RawHttp, token: string, method: string, path: string, body: object): Promise<number> {
  const answer = await http.send({
    method,
    path: `/api${path}`,
    headers: [
      ['authorization', `Bearer ${token}`],
      ['content-type', 'application/json'],
    ],
    body: JSON.stringify(body),
  });
  return answer.status;
}

async function session(http: RawHttp, { owner, interview: { room_code } }: FuzzWorld) {
  type Answer = { session: { notes: string | null; candidate_name: string | null } };
  return (await http.call<Answer>('GET', `/interview-sessions/room/${room_code}`, undefined, owner)).session;
}

function account(http: RawHttp, token: string) {
  type Answer = { company: { name: string; email: string; phone: string | null } };
  return http.call<Answer>('GET', '/user', undefined, token);
}
