import type { GivenRole } from '@cip/contracts/accounts/roles';
import * as company from '../../../../testkit/company.ts';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { holdInterviews } from './past-interviews.ts';
import { openPast } from './past.ts';
import { planInterviews } from './planned-interviews.ts';
import { addQuestions } from './questions.ts';
import { caller, DAY_MS, HOUR_MS, join, workday } from './team.ts';

/** The company of the demo: its accounts, all with one password, and the room in which a candidate is expected. */
export interface Demo {
  accounts: { role: string; name: string; email: string }[];
  password: string;
  room: string;
}

const DOMAIN = 'engines.example';
const OWNER = { name: 'Analytical Engines', email: `owner@${DOMAIN}`, phone: '+1 555 0100' };

/** Fills an empty product with an invented company, by the calls of its screens and the acts of its rooms. */
export async function makeDemo(node: { app: App; ctx: AppContext }): Promise<Demo> {
  const call = caller(node.app);
  const past = await openPast(node.ctx.db);
  const founded = workday(24, 9);
  const owner = await past(founded, () => company.register(call, { ...OWNER, password: company.PASSWORD }));
  const as = caller(node.app, owner.token);
  await company.takePaidPlan(as);
  await as('PUT', '/company/profile', { ...OWNER, call_link: `https://meet.${DOMAIN}/interviews` });
  const person = (name: string, email: string, role: GivenRole) =>
    past(founded + HOUR_MS, () => join(node.app, as, { name, email: `${email}@${DOMAIN}`, role }));
  const tomas = await person('Tomás Ferreira', 'tomas', 'admin');
  const maya = await person('Maya Okafor', 'maya', 'interviewer');
  const amelie = await person('Amélie Laurent', 'amelie', 'coordinator');
  await past(founded + DAY_MS, () => as('POST', '/api-keys', { name: 'Applicant tracking', scope: 'read', days: 180 }));
  const questions = await past(founded + DAY_MS, () => addQuestions(maya.as));
  const team = { node, past, companyId: owner.company.id, tomas, maya, amelie };
  await holdInterviews(team, questions, as);
  const room = await planInterviews(team, questions.template);
  const people = [{ role: 'owner', ...OWNER }, tomas, maya, amelie];
  return { accounts: people.map(({ role, name, email }) => ({ role, name, email })), password: company.PASSWORD, room };
}
