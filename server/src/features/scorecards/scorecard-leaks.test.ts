import { randomUUID } from 'node:crypto';
import { updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { changeInterview } from '@cip/contracts/interviews/interviews';
import { getScorecards } from '@cip/contracts/scorecards/scorecards';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  newEmail,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { isAccountInvitation } from '../../testing/mails/mailbox.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { startLiveRoom } from '../../testing/sockets/live-room.ts';
import { startMailNode, type MailNode } from '../../testing/mails/mail-node.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { enterRoomOf, submitCard, userIdOf, writeCard } from '../../testing/http/scorecards.ts';
import { orderReminders } from './reminders.service.ts';
import { readCards } from './scorecards.service.ts';

/** In each text of a scorecard of these tests. */
const SECRET = 'CANARY';

const remember = closeAfterEach();
let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode({ listen: true });
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

/** Starts an interview by one interviewer with another one in the room. */
async function startByTwo() {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const [ines, otto] = [await addInterviewer(node, owner, 'Ines'), await addInterviewer(node, owner, 'Otto')];
  const interview = await quickStart(node, ines);
  await enterRoomOf(node, interview, ines, otto);
  return { owner, ines, otto, interview };
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns the scorecards of an interview as an account gets them, and the statements that this takes. */
async function observe(reader: SignedIn, id: string) {
  const statements: string[] = [];
  const db = node.ctx.db.withPlugin({
    transformQuery: ({ node: statement }) => {
      statements.push(JSON.stringify(statement).replaceAll(UUID, 'ID'));
      return statement;
    },
    transformResult: async ({ result }) => result,
  });
  const viewer = { companyId: reader.company.id, userId: await userIdOf(node, reader), role: 'interviewer' as const };
  const answer = await readCards({ db }, viewer, id).catch((error: unknown) => error);
  return { answer, statements };
}

it('sends no word of a scorecard over any socket of the room', async () => {
  const { owner, interview, interviewer, candidate } = await startLiveRoom(node);
  const colleague = await addInterviewer(node, owner, 'Otto');
  const heard: string[] = [];
  for (const handshake of [interviewer, candidate, { ...interviewer, authToken: colleague.token }]) {
    const client = remember(await PlainClient.join(node.url, handshake));
    client.socket.onAny((...event: unknown[]) => void heard.push(JSON.stringify(event)));
    heard.push(JSON.stringify(client.received));
  }
  await writeCard(node, colleague, interview, SECRET);
  await endInterview(node, owner, interview.room_code);
  await submitCard(node, colleague, interview, SECRET);

  await expect.poll(() => heard.join('\n')).toMatch(/session:ended|sessionEnded/);
  expect(heard.join('\n')).not.toContain(SECRET);
});

it('sends no word of a scorecard by mail', async () => {
  const { owner, ines, otto, interview } = await startByTwo();
  await endInterview(node, ines, interview.room_code);
  await submitCard(node, otto, interview, SECRET);
  const ended_at = new Date(Date.now() - 3_600_000).toISOString();
  await node.ctx.db.updateTable('interviews').set({ ended_at }).where('id', '=', interview.id).execute();
  await orderReminders(node.ctx);

  const reminded = () => mailbox.received.filter((mail) => !isAccountInvitation(mail)).flatMap(({ to }) => to);
  await expect.poll(reminded).toContain(ines.email);
  expect(reminded()).not.toContain(otto.email);
  const mails = await node.ctx.db.selectFrom('mails').selectAll().where('company_id', '=', owner.company.id).execute();
  expect(JSON.stringify([mails, mailbox.received])).not.toContain(SECRET);
});

it('answers for another company’s interview as for none, with the same statements', async () => {
  const { interview } = await startByTwo();
  const stranger = await registerCompany(node);
  const ask = async (id: string) =>
    (await call(node.app, getScorecards, { token: stranger.token, params: { id } })).error;

  expect(await observe(stranger, interview.id)).toEqual(await observe(stranger, randomUUID()));
  expect(await ask(interview.id)).toEqual(await ask(randomUUID()));
});

it('reads the same for an author who may not read, whether colleagues wrote or not', async () => {
  const { ines, otto, interview } = await startByTwo();
  await endInterview(node, ines, interview.room_code);
  const before = await observe(ines, interview.id);
  await writeCard(node, otto, interview, SECRET);

  expect(await observe(ines, interview.id)).toEqual(before);
});

it('shows an account none of its own interview after it had the e-mail of the candidate', async () => {
  const { owner, ines, otto, interview } = await startByTwo();
  await endInterview(node, ines, interview.room_code);
  await submitCard(node, otto, interview, SECRET);
  await submitCard(node, ines, interview, 'Own');
  const email = newEmail();
  const params = { id: interview.id };
  await call(node.app, changeInterview, { token: otto.token, params, body: { candidate_email: email.toUpperCase() } });

  const person = { id: await userIdOf(node, ines) };
  for (const next of [email, newEmail()])
    await call(node.app, updateInterviewer, {
      token: owner.token,
      params: person,
      body: { name: 'Ines', email: next },
    });

  const { reply } = await call(node.app, getScorecards, { token: ines.token, params });
  expect(JSON.stringify(reply)).not.toContain(SECRET);
  expect(reply).toMatchObject({ own: null, cards: [], may_read: false, may_decide: false });
});
