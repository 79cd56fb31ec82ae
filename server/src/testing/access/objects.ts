import { randomUUID } from 'node:crypto';
import { endSignIn, listSignIns } from '@cip/contracts/auth-sign-ins';
import { deleteInterview, type Interview } from '@cip/contracts/interviews';
import { createInterviewer, deleteInterviewer } from '@cip/contracts/interviewers';
import { withCustomer, customerIdOf } from '../../features/test-payments/test-payments.service.ts';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  newEmail,
  newRoomCode,
  PASSWORD,
  quickStart,
  scheduleInterview,
  signIn,
} from '../builders.ts';
import { call } from '../call.ts';
import { endpointName, type ListedEndpoint } from '../endpoints.ts';
import type { Fitting } from '../sample.ts';
import { switchOnSecondFactor } from '../second-factor.ts';
import type { TestApp } from '../test-app.ts';
import type { Tenant } from './tenant.ts';

/** An object, by the values that name it in a request, and the token of a candidate if it has one. */
export interface Made {
  names: Fitting;
  candidate?: string;
}

/** Something of a company that calls are about. */
interface ObjectKind {
  make(node: TestApp, tenant: Tenant): Promise<Made>;
  remove(node: TestApp, tenant: Tenant, names: Fitting): Promise<void>;
  /** Ends it, where that makes another thing of it. */
  end?(node: TestApp, tenant: Tenant, names: Fitting): Promise<void>;
}

/** Which object of which company a call names. */
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

// Of the owner: to an interviewer of the same company it is as absent as another's.
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

// Straight at the test payments: a company that pays already is offered no other checkout.
const testCheckout: ObjectKind = {
  async make({ ctx: { payments } }, { owner: { company } }) {
    if (!payments) throw new Error('The node has test payments.');
    const terms = { versionId: 'matrix', planSlug: 'matrix', name: 'Matrix', cents: 100, cycle: 'monthly' } as const;
    const order = { customerId: await payments.createCustomer(company), priceId: await payments.priceOf(terms) };
    const pages = { successUrl: 'http://localhost/yes', cancelUrl: 'http://localhost/no' };
    return { names: { id: (await payments.openCheckout({ ...order, ...pages, key: randomUUID() })).id } };
  },
  async remove({ ctx: { db } }, { owner: { company } }, { id }) {
    await withCustomer(db, customerIdOf(company.id), ({ customer }) => {
      customer.checkouts = customer.checkouts.filter((checkout) => checkout.id !== id);
    });
  },
};

// The first that fits; a call about an object that is not among them makes the matrix fail.
const KINDS: [calls: RegExp, kind: ObjectKind][] = [
  [/^POST \/interview-sessions\/:id\/(start|cancel)$/, plannedInterview],
  [/^DELETE \/users\/:id\/second-factor/, interviewerWithSecondFactor],
  [/^[A-Z]+ \/users\/:id/, interviewer],
  [/^DELETE \/user\/sign-ins\/:id/, signInOfOwner],
  [/^[A-Z]+ \/interview-sessions\/.*:(id|room_code)/, interview],
  [/^[A-Z]+ \/code-editor-data/, interview],
  [/^[A-Z]+ \/public\/session\/:roomCode/, interview],
  [/^POST \/interview-sessions(\/quick-start)?$/, interview],
  [/^[A-Z]+ \/test-payments\/checkouts\/:id/, testCheckout],
];

/** What a call is about, or null when it names no object of a company. Throws for a call nobody told it about. */
export function objectOf(endpoint: ListedEndpoint): ObjectKind | null {
  const name = endpointName(endpoint);
  const found = KINDS.find(([calls]) => calls.test(name));
  if (found) return found[1];
  if (!endpoint.schema.params) return null;
  throw new Error(`${name} names an object: say in objects.ts which kind it is.`);
}

/** What a kind of object may be; of a call about nobody's object there is one row. */
export function statesOf(kind: ObjectKind | null): readonly ObjectState[] {
  return kind ? OBJECTS.filter((state) => state !== 'ended' || kind.end) : ['ours'];
}

/** Makes the object a row of the matrix is about. */
export async function makeObject(
  node: TestApp,
  kind: ObjectKind | null,
  state: ObjectState,
  { ours, theirs }: { ours: Tenant; theirs: Tenant },
): Promise<Made> {
  if (!kind) return { names: {} };
  if (state === 'never existed') return { names: namesOf({ id: randomUUID(), room_code: newRoomCode() }) };
  const tenant = state === 'theirs' ? theirs : ours;
  const made = await kind.make(node, tenant);
  if (state === 'deleted') await kind.remove(node, tenant, made.names);
  if (state === 'ended') await kind.end?.(node, tenant, made.names);
  return state === 'theirs' ? { names: made.names } : made;
}

function namesOf({ id, room_code }: Pick<Interview, 'id' | 'room_code'>): Fitting {
  return { id, interview_session_id: id, room_code, roomCode: room_code };
}

async function removeInterview({ app }: TestApp, { owner: { token } }: Tenant, { id }: Fitting): Promise<void> {
  await call(app, deleteInterview, { token, params: { id: String(id) } });
}
