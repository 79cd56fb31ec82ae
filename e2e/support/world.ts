import { randomBytes } from 'node:crypto';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { request } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { joinInterview, planInterview, startInterview, type Call } from '../../testkit/company.ts';
import { addInterviewer, caller, PASSWORD, register, registerOnPlan, visitor } from './accounts.ts';
import type { Visitor } from './accounts.ts';
import { PARCELS } from './question.ts';

export interface World {
  /** A company with interviewers and interviews of every status. */
  owner: Visitor;
  /** One of its interviewers. */
  member: Visitor;
  /** A company that has just registered and has no plan. */
  newcomer: Visitor;
  /** Registers another such company, for tests that change its plan. */
  register(name: string): Promise<Visitor>;
  /** Room codes of interviews that are not running. */
  rooms: Record<'scheduled' | 'cancelled' | 'completed', string>;
  /** Starts an interview after the previous one has ended, because the plan allows one at a time. */
  startRoom(): Promise<string>;
  /** Adds a question with a shown and a hidden test to the company; returns its id. */
  addQuestion(title: string): Promise<string>;
  endRoom(roomCode: string): Promise<void>;
  /** Deletes an interview, so that the next walkthrough finds the same lists. */
  deleteRoom(roomCode: string): Promise<void>;
  /** Joins a room. Returns the candidate's storage. */
  join(roomCode: string, name: string): Promise<Visitor>;
  close(): Promise<void>;
}

const CODE = `-- Which customers came back this month?
SELECT c.name, COUNT(*) AS orders
FROM orders o
JOIN customers c ON c.id = o.customer_id
WHERE o.placed_at >= DATE '2026-11-01'
GROUP BY c.name
HAVING COUNT(*) > 1
ORDER BY orders DESC;
`;

const tomorrow = () => new Date(Date.now() + 26 * 60 * 60 * 1000).toISOString();

/** Creates companies, accounts and interviews with the pages' own calls. */
export async function makeWorld(baseURL: string): Promise<World> {
  const api = await request.newContext({ baseURL });
  const { owner, as } = await registerOnPlan(api, newCompany('Analytical Engines'));
  const newcomer = await register(api, newCompany('Difference & Sons'));
  const member = await addInterviewer(api, as, 'Maya Okafor');
  await addInterviewer(api, as, 'Tomás Ferreira de Almeida e Vasconcelos');
  const rooms = { completed: await completed(api, as), ...(await planned(as)) };
  return {
    owner: visitor(owner),
    member: visitor(member),
    newcomer: visitor(newcomer),
    register: async (name) => visitor(await register(api, newCompany(name))),
    rooms,
    startRoom: async () => (await startInterview(as)).room_code,
    addQuestion: async (title) =>
      ((await as('POST', '/questions', { ...PARCELS, title })) as { question: { id: string } }).question.id,
    endRoom: async (roomCode) => void (await as('POST', `/interview-sessions/end-by-room/${roomCode}`)),
    deleteRoom: async (roomCode) => {
      const { session } = (await as('GET', `/interview-sessions/room/${roomCode}`)) as { session: Interview };
      await as('DELETE', `/interview-sessions/${session.id}`);
    },
    join: (roomCode, name) => join(api, roomCode, name),
    close: () => api.dispose(),
  };
}

function newCompany(name: string) {
  return {
    name,
    email: `hiring-${randomBytes(6).toString('hex')}@example.com`,
    password: PASSWORD,
    phone: '+1 555 0100',
  };
}

/** Creates a completed interview with code and notes. */
async function completed(api: APIRequestContext, as: Call): Promise<string> {
  const session = await startInterview(as);
  await join(api, session.room_code, 'Grace Hopper');
  await as('POST', '/code-editor-data', { interview_session_id: session.id, language: 'sql', code_content: CODE });
  await as('POST', `/interview-sessions/end-by-room/${session.room_code}`);
  const known = {
    candidate_email: 'grace.hopper@example.com',
    notes: 'Asks before she assumes. Wants the index first.',
  };
  await as('PATCH', `/interview-sessions/${session.id}`, known);
  return session.room_code;
}

/** Creates a scheduled and a cancelled interview. */
async function planned(as: Call): Promise<{ scheduled: string; cancelled: string }> {
  const plan = (candidate: string, email: string | null) =>
    planInterview(as, { candidate_name: candidate, candidate_email: email, scheduled_at: tomorrow() });
  const off = await plan('Jürgen Öztürk-Großmann', null);
  await as('POST', `/interview-sessions/${off.id}/cancel`);
  const next = await plan('Katherine Johnson', 'katherine@example.com');
  return { scheduled: next.room_code, cancelled: off.room_code };
}

async function join(api: APIRequestContext, roomCode: string, name: string): Promise<Visitor> {
  const joined = await joinInterview(caller(api, ''), roomCode, name);
  const place = { token: joined.token, participantId: joined.participant_id, name, joinedAt: Date.now() };
  return { storage: [{ name: `candidate:${roomCode}`, value: JSON.stringify(place) }] };
}
