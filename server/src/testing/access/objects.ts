import { randomUUID } from 'node:crypto';
import { revokeApiKey } from '@cip/contracts/integrations/api-keys';
import { endSignIn, listSignIns } from '@cip/contracts/accounts/auth-sign-ins';
import { createCalendarFeed, removeCalendarFeed } from '@cip/contracts/interviews/calendar-feeds';
import { deleteInterview, type Interview } from '@cip/contracts/interviews/interviews';
import { createInterviewer, deleteInterviewer } from '@cip/contracts/accounts/interviewers';
import { archiveQuestion, deleteQuestion } from '@cip/contracts/questions/questions';
import { createReviewLink } from '@cip/contracts/playback/review-links';
import { deleteTemplate } from '@cip/contracts/questions/templates';
import { deleteWebhook } from '@cip/contracts/integrations/webhooks';
import { withCustomer, customerIdOf } from '../../features/test-payments/test-payments.service.ts';
import {
  addInterviewer,
  addQuestion,
  addTemplate,
  aQuestion,
  endInterview,
  joinAsCandidate,
  makeKey,
  makeWebhook,
  newEmail,
  newRoomCode,
  PASSWORD,
  quickStart,
  scheduleInterview,
  signIn,
} from '../builders.ts';
import { call } from '../http/call.ts';
import { endpointName, type ListedEndpoint } from '../http/endpoints.ts';
import type { SampleValues } from '../sample.ts';
import { enterRoomOf, writeCard } from '../http/scorecards.ts';
import { switchOnSecondFactor } from '../http/second-factor.ts';
import type { TestApp } from '../test-app.ts';
import { startAsking, joinOutside, type Outside } from './outside.ts';
import type { Tenant } from './tenant.ts';

/** An object: the values that name it in a request, and the token of its candidate, if any. */
export interface SampleObject {
  names: SampleValues;
  candidate?: string;
  /** The tokens of candidates who may not enter its room. */
  outside?: Record<Outside, string>;
}

/** A kind of object that endpoints name. */
interface ObjectKind {
  make(node: TestApp, tenant: Tenant): Promise<SampleObject>;
  remove(node: TestApp, tenant: Tenant, names: SampleValues): Promise<void>;
  /** Ends it, for kinds that can end. */
  end?(node: TestApp, tenant: Tenant, names: SampleValues): Promise<void>;
}

/** The object that a request names. */
const OBJECTS = ['ours', 'ended', 'theirs', 'deleted', 'never existed'] as const;
export type ObjectState = (typeof OBJECTS)[number];

const interview: ObjectKind = {
  async make(node, tenant) {
    const made = await quickStart(node, tenant.owner);
    const { token } = await joinAsCandidate(node, made.room_code, `${tenant.mark} Candidate`);
    return { names: namesOf(made), candidate: token };
  },
  remove: removeInterview,
  async end(node, { owner }, { room_code: roomCode }) {
    await endInterview(node, owner, String(roomCode));
  },
};

const shownQuestion: ObjectKind = {
  ...interview,
  async make(node, tenant) {
    const made = await interview.make(node, tenant);
    const question = await node.ctx.db
      .insertInto('interview_questions')
      .values({
        interview_id: String(made.names['id']),
        number: 1,
        question_id: null,
        version: 1,
        content: JSON.stringify(aQuestion({ title: `${tenant.mark} question` })),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { ...made, names: { ...made.names, question_id: question.id } };
  },
};

const askingInterview: ObjectKind = {
  ...interview,
  async make(node, tenant) {
    const made = await interview.make(node, tenant);
    const room = { id: String(made.names['id']), roomCode: String(made.names['roomCode']) };
    return { ...made, outside: await joinOutside(node, tenant.owner, room) };
  },
};

// With the owner and the interviewer in the room, and a draft of each.
const judgedInterview: ObjectKind = {
  ...interview,
  async make(node, tenant) {
    const made = await interview.make(node, tenant);
    const id = String(made.names['id']);
    for (const person of [tenant.owner, tenant.interviewer]) {
      await enterRoomOf(node, { id }, person);
      await writeCard(node, person, { id }, `${tenant.mark} ${person === tenant.owner ? 'Owner' : 'Interviewer'}`);
    }
    return made;
  },
};

// Ended, because only then it can be submitted and decided.
const endedInterview: ObjectKind = {
  async make(node, tenant) {
    const made = await judgedInterview.make(node, tenant);
    await endInterview(node, tenant.owner, String(made.names['room_code']));
    return made;
  },
  remove: removeInterview,
};

const awaitedInterview: ObjectKind = {
  ...interview,
  async make(node, tenant) {
    const made = await interview.make(node, tenant);
    const room = { id: String(made.names['id']), roomCode: String(made.names['roomCode']) };
    await startAsking(node, tenant.owner, room);
    const { participant_id } = await joinAsCandidate(node, room.roomCode);
    return { ...made, names: { ...made.names, participant_id } };
  },
};

const reviewLink: ObjectKind = {
  ...endedInterview,
  async make(node, tenant) {
    const made = await endedInterview.make(node, tenant);
    const params = { id: String(made.names['id']) };
    const { reply } = await call(node.app, createReviewLink, { token: tenant.owner.token, params, body: {} });
    return { ...made, names: { ...made.names, link_id: reply.link.id, token: reply.token } };
  },
};

const plannedInterview: ObjectKind = {
  make: async (node, tenant) => ({ names: namesOf(await scheduleInterview(node, tenant.owner)) }),
  remove: removeInterview,
};

const interviewer: ObjectKind = {
  async make({ app }, { mark, owner: { token } }) {
    const body = { name: `${mark} Colleague`, email: newEmail(), password: PASSWORD };
    return { names: { id: (await call(app, createInterviewer, { token, body })).reply.user.id } };
  },
  async remove({ app }, { owner: { token } }, { id }) {
    await call(app, deleteInterviewer, { token, params: { id: String(id) } });
  },
};

const interviewerWithSecondFactor: ObjectKind = {
  async make(node, { owner }) {
    const made = await addInterviewer(node, owner);
    await switchOnSecondFactor(node, made);
    return { names: { id: made.userId } };
  },
  remove: interviewer.remove,
};

// The owner's: an interviewer of the same company must not see it either.
const signInOfOwner: ObjectKind = {
  async make(node, { owner }) {
    const { token } = await signIn(node, owner.email);
    const { data } = (await call(node.app, listSignIns, { token })).reply;
    return { names: { id: data.find(({ current }) => current)?.id } };
  },
  async remove({ app }, { owner: { token } }, { id }) {
    await call(app, endSignIn, { token, params: { id: String(id) } });
  },
};

const question: ObjectKind = {
  async make(node, { mark, owner }) {
    const { id, version } = await addQuestion(node, owner, { title: `${mark} title`, guide: `${mark} guide` });
    return { names: { id, version } };
  },
  async remove({ app }, { owner: { token } }, { id }) {
    await call(app, deleteQuestion, { token, params: { id: String(id) } });
  },
};

const questionVersion: ObjectKind = {
  ...question,
  async make(node, tenant) {
    const { names } = await question.make(node, tenant);
    return { names: { ...names, version: String(names['version']) } };
  },
};

const archivedQuestion: ObjectKind = {
  ...question,
  async make(node, tenant) {
    const made = await question.make(node, tenant);
    const params = { id: String(made.names['id']) };
    await call(node.app, archiveQuestion, { token: tenant.owner.token, params });
    return made;
  },
};

const template: ObjectKind = {
  async make(node, { mark, owner }) {
    return { names: { id: (await addTemplate(node, owner, { name: `${mark} template` })).id } };
  },
  async remove({ app }, { owner: { token } }, { id }) {
    await call(app, deleteTemplate, { token, params: { id: String(id) } });
  },
};

// Directly through the test payments, because a company with a paid plan cannot start another checkout.
const testCheckout: ObjectKind = {
  async make({ ctx: { payments } }, { owner: { company } }) {
    if (!payments) throw new Error('The node needs test payments.');
    const terms = { versionId: 'matrix', planSlug: 'matrix', name: 'Matrix', cents: 100, cycle: 'monthly' } as const;
    const customerId = await payments.createCustomer({ ...company, replaces: null });
    const order = { customerId, priceId: await payments.priceOf(terms) };
    const pages = { successUrl: 'http://localhost/yes', cancelUrl: 'http://localhost/no' };
    return { names: { id: (await payments.openCheckout({ ...order, ...pages, key: randomUUID() })).id } };
  },
  async remove({ ctx: { db } }, { owner: { company } }, { id }) {
    await withCustomer(db, customerIdOf(company.id), ({ customer }) => {
      customer.checkouts = customer.checkouts.filter((checkout) => checkout.id !== id);
    });
  },
};

const apiKey: ObjectKind = {
  make: async (node, { mark, owner }) => ({ names: { id: (await makeKey(node, owner, `${mark} key`)).key.id } }),
  async remove({ app }, { owner: { token } }, { id }) {
    await call(app, revokeApiKey, { token, params: { id: String(id) } });
  },
};

const webhook: ObjectKind = {
  async make(node, { owner }) {
    // A company has a few at most.
    await node.ctx.db.deleteFrom('webhooks').where('company_id', '=', owner.company.id).execute();
    const { id } = await makeWebhook(node, owner);
    const interview = await quickStart(node, owner);
    const row = await node.ctx.db
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: id,
        company_id: owner.company.id,
        interview_id: interview.id,
        type: 'interview.ended',
        payload: '{}',
        due_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { names: { id, delivery_id: row.id } };
  },
  async remove({ app }, { owner: { token } }, { id }) {
    await call(app, deleteWebhook, { token, params: { id: String(id) } });
  },
};

const calendarFeed: ObjectKind = {
  async make({ app }, { owner: { token } }) {
    const { address } = (await call(app, createCalendarFeed, { token })).reply;
    return { names: { file: address.slice(address.lastIndexOf('/') + 1) } };
  },
  async remove({ app }, { owner: { token } }) {
    await call(app, removeCalendarFeed, { token });
  },
};

// The first match counts; if an endpoint with parameters is missing here, the matrix fails.
const KINDS: [calls: RegExp, kind: ObjectKind][] = [
  [/^POST \/questions\/:id\/restore$/, archivedQuestion],
  [/^GET \/questions\/:id\/versions\/:version$/, questionVersion],
  [/^[A-Z]+ \/questions\/:id/, question],
  [/^[A-Z]+ \/interview-templates\/:id/, template],
  [/^POST \/(interview-sessions\/:id\/(start|cancel)|public\/session\/:roomCode\/decline)$/, plannedInterview],
  [/^PATCH \/interview-sessions\/:id\/plan$/, plannedInterview],
  [/^GET \/(interview-sessions\/:id|public\/session\/:roomCode)\/calendar$/, plannedInterview],
  [/^POST \/interview-sessions\/:id\/admit$/, awaitedInterview],
  [/^(POST|GET) \/interview-sessions\/:id\/(review-links|closed-stretches)$/, endedInterview],
  [/^DELETE \/interview-sessions\/:id\/review-links|^POST \/public\/review$/, reviewLink],
  [/^DELETE \/users\/:id\/second-factor/, interviewerWithSecondFactor],
  [/^[A-Z]+ \/users\/:id/, interviewer],
  [/^DELETE \/user\/sign-ins\/:id/, signInOfOwner],
  [/^[A-Z]+ \/interview-sessions\/:id\/(scorecard\/submit|decision)/, endedInterview],
  [/^[A-Z]+ \/interview-sessions\/:id\/scorecards?$/, judgedInterview],
  [/^GET \/interview-sessions\/:id\/questions\/:question_id$/, shownQuestion],
  [/^[A-Z]+ \/interview-sessions\/.*:(id|room_code)/, interview],
  [/^[A-Z]+ \/code-editor-data/, interview],
  [/^[A-Z]+ \/public\/session\/:roomCode/, askingInterview],
  [/^POST \/interview-sessions(\/quick-start)?$/, interview],
  [/^[A-Z]+ \/api-keys\/:id/, apiKey],
  [/^[A-Z]+ \/webhooks\/:id/, webhook],
  [/^GET \/public\/calendar\/:file$/, calendarFeed],
  [/^[A-Z]+ \/test-payments\/checkouts\/:id/, testCheckout],
];

/** Returns the kind of object an endpoint names, or null. Throws if an endpoint with parameters is not listed. */
export function objectOf(endpoint: ListedEndpoint): ObjectKind | null {
  const name = endpointName(endpoint);
  const found = KINDS.find(([calls]) => calls.test(name));
  if (found) return found[1];
  if (!endpoint.schema.params) return null;
  throw new Error(`${name} names an object: add its kind to objects.ts.`);
}

/** Returns the states to try for a kind of object; if an endpoint has none, it has a single row. */
export function statesOf(kind: ObjectKind | null): readonly ObjectState[] {
  return kind ? OBJECTS.filter((state) => state !== 'ended' || kind.end) : ['ours'];
}

/** Creates the object of a row. */
export async function makeObject(
  node: TestApp,
  kind: ObjectKind | null,
  state: ObjectState,
  { ours, theirs }: { ours: Tenant; theirs: Tenant },
): Promise<SampleObject> {
  if (!kind) return { names: {} };
  if (state === 'never existed') return { names: namesOf({ id: randomUUID(), room_code: newRoomCode() }) };
  const tenant = state === 'theirs' ? theirs : ours;
  const made = await kind.make(node, tenant);
  if (state === 'deleted') await kind.remove(node, tenant, made.names);
  if (state === 'ended') await kind.end?.(node, tenant, made.names);
  return state === 'theirs' ? { names: made.names } : made;
}

function namesOf({ id, room_code }: Pick<Interview, 'id' | 'room_code'>): SampleValues {
  return { id, interview_session_id: id, room_code, roomCode: room_code };
}

async function removeInterview({ app }: TestApp, { owner: { token } }: Tenant, { id }: SampleValues): Promise<void> {
  await call(app, deleteInterview, { token, params: { id: String(id) } });
}
