import { getAccount, login, logout } from '@cip/contracts/accounts/auth';
import { deleteInterviewer } from '@cip/contracts/accounts/interviewers';
import type { AppContext } from '../../context.ts';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  PASSWORD,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../builders.ts';
import { call } from '../http/call.ts';
import type { TestApp } from '../test-app.ts';

/** A company with its users; its mark is part of every name, so that leaks are recognizable. */
export interface Tenant {
  mark: string;
  owner: SignedIn;
  interviewer: SignedIn & { userId: string };
  admin: SignedIn;
  coordinator: SignedIn;
}

/** Registers a company on the largest plan, with one person of each role. */
export async function makeTenant(node: TestApp, mark: string): Promise<Tenant> {
  const owner = await registerCompany(node, { plan: 'enterprise', name: `${mark} Company` });
  return {
    mark,
    owner,
    interviewer: await addInterviewer(node, owner, `${mark} Interviewer`),
    admin: await addInterviewer(node, owner, `${mark} Admin`, 'admin'),
    coordinator: await addInterviewer(node, owner, `${mark} Coordinator`, 'coordinator'),
  };
}

/** Lifts the limits of the tenants' plan, because the matrix creates more objects than it allows. */
export async function liftLimits({ db }: AppContext): Promise<void> {
  const limits = { max_concurrent_sessions: 100_000, max_interviewers: 100_000, max_interviews_per_month: 100_000 };
  await db.updateTable('plans').set(limits).where('slug', '=', 'enterprise').execute();
}

/** Returns the state of a tenant's company and accounts, to detect whether a call changed it. */
export async function stateOf(node: TestApp, { owner, interviewer, admin, coordinator }: Tenant): Promise<string> {
  const { db } = node.ctx;
  const { id } = owner.company;
  const company = await db.selectFrom('companies').selectAll().where('id', '=', id).execute();
  const subscription = await db.selectFrom('subscriptions').selectAll().where('company_id', '=', id).execute();
  const people = [owner, interviewer, admin, coordinator];
  const emails = people.map(({ email }) => email);
  const users = await db.selectFrom('users').selectAll().where('email', 'in', emails).orderBy('email').execute();
  const accounts = await Promise.all(
    people.map(async ({ token }) => (await call(node.app, getAccount, { token })).status),
  );
  return JSON.stringify({ company, subscription, users, accounts });
}

/** The principals of the matrix, seen from the company whose objects are `ours`. */
export const PRINCIPALS = [
  'anonymous',
  'candidate',
  'candidate elsewhere',
  'candidate of ended',
  'coordinator',
  'interviewer',
  'admin',
  'owner',
  'their interviewer',
  'their owner',
  'user deleted',
  'revoked',
  'expired',
  'forged',
] as const;
export type Principal = (typeof PRINCIPALS)[number];

/** Returns the token of each principal; `candidate` joins the interview with `roomCode`. */
export async function tokensOf(
  node: TestApp,
  { ours, theirs, roomCode }: { ours: Tenant; theirs: Tenant; roomCode?: string },
): Promise<Record<Principal, string | undefined>> {
  const here = roomCode ?? (await quickStart(node, ours.owner)).room_code;
  const elsewhere = (await quickStart(node, ours.owner)).room_code;
  const over = (await quickStart(node, ours.owner)).room_code;
  const candidateOfOver = (await joinAsCandidate(node, over)).token;
  await endInterview(node, ours.owner, over);
  return {
    anonymous: undefined,
    candidate: (await joinAsCandidate(node, here)).token,
    'candidate elsewhere': (await joinAsCandidate(node, elsewhere)).token,
    'candidate of ended': candidateOfOver,
    coordinator: ours.coordinator.token,
    interviewer: ours.interviewer.token,
    admin: ours.admin.token,
    owner: ours.owner.token,
    'their interviewer': theirs.interviewer.token,
    'their owner': theirs.owner.token,
    'user deleted': await tokenOfDeleted(node, ours),
    revoked: await revokedToken(node, ours),
    expired: expiredToken(node, ours),
    forged: `${ours.owner.token.slice(0, -4)}AAAA`,
  };
}

async function tokenOfDeleted(node: TestApp, { owner }: Tenant): Promise<string> {
  const { token, userId } = await addInterviewer(node, owner);
  await call(node.app, deleteInterviewer, { token: owner.token, params: { id: userId } });
  return token;
}

async function revokedToken({ app }: TestApp, { owner: { email } }: Tenant): Promise<string> {
  const { token } = (await call(app, login, { body: { email, password: PASSWORD } })).reply;
  await call(app, logout, { token });
  return token;
}

// The sign-in is valid; only its expiry is wrong.
function expiredToken({ app }: TestApp, { owner }: Tenant): string {
  const claims = app.jwt.decode<Record<string, string>>(owner.token);
  return app.jwt.sign({ aud: claims?.['aud'], jti: claims?.['jti'], sub: claims?.['sub'], exp: 1 });
}
