import { joinAsCandidate, quickStart } from '../builders.ts';
import { call } from '../http/call.ts';
import { endpointName, type ListedEndpoint } from '../http/endpoints.ts';
import type { TestApp } from '../test-app.ts';
import { changedRows, watchCompany } from './company-rows.ts';
import { makeObject, objectOf, statesOf, type SampleObject, type ObjectState } from './objects.ts';
import { findLeaks, type Outcome } from './outcome.ts';
import { OUTSIDE } from './outside.ts';
import { sampleRequest } from './sample-request.ts';
import type { Block, Row, TrialResult } from './table.ts';
import { liftLimits, makeTenant, PRINCIPALS, stateOf, tokensOf, type Tenant } from './tenant.ts';

/** Here the client chooses the room code of the new object: another company's is refused, a free one is accepted. */
const CREATES_BY_ROOM_CODE = new Set(['POST /interview-sessions', 'POST /interview-sessions/quick-start']);

/** The callers that the matrix tries: all principals, and candidates who may not enter their room. */
export const CALLERS = [...PRINCIPALS, ...OUTSIDE] as const;
export type Caller = (typeof CALLERS)[number];

interface World {
  ours: Tenant;
  theirs: Tenant;
  tokens: Awaited<ReturnType<typeof tokensOf>>;
  state: string;
}

/** An uninvolved company: its rows now and before. */
interface Bystander {
  rows: () => Promise<string[]>;
  before: string[];
}

/** Returns the title of an endpoint in the matrix. */
export const titleOfRoute = (endpoint: ListedEndpoint) => `${endpointName(endpoint)}   (${endpoint.config.access})`;

/** The matrix of a node's endpoints: two companies that call them, and a bystander that no call may affect. */
export class RoutesMatrix {
  readonly #node: TestApp;
  readonly #bystander: Bystander;
  #world: World;
  /** For reads only: lists must not depend on earlier attempts. */
  readonly #readOnly: World;

  private constructor(node: TestApp, bystander: Bystander, readOnly: World, world: World) {
    this.#node = node;
    this.#bystander = bystander;
    this.#readOnly = readOnly;
    this.#world = world;
  }

  /** Creates the companies on a node. */
  static async open(node: TestApp): Promise<RoutesMatrix> {
    await liftLimits(node.ctx);
    const { owner } = await makeTenant(node, 'Bystander');
    const { room_code } = await quickStart(node, owner);
    await joinAsCandidate(node, room_code);
    const [readOnly, world] = [await makeWorld(node), await makeWorld(node)];
    const rows = await watchCompany(node.ctx.db, owner.company.id);
    return new RoutesMatrix(node, { rows, before: await rows() }, readOnly, world);
  }

  /** Calls an endpoint as each of the callers with every kind of object. */
  async try(endpoint: ListedEndpoint, callers: readonly Caller[] = CALLERS): Promise<TrialResult> {
    const rows = new Map<ObjectState, Outcome[]>();
    const block: Block = { title: titleOfRoute(endpoint), rows: [] };
    for (const state of statesOf(objectOf(endpoint))) {
      const { row, outcomes } = await this.#row(endpoint, state, callers);
      block.rows.push(row);
      rows.set(state, outcomes);
    }
    const faults = hidesTheirs(endpoint) ? findLeaks(endpointName(endpoint), callers, rows) : [];
    const { rows: rowsNow, before } = this.#bystander;
    const changed = changedRows(before, await rowsNow());
    const touched = changed.map((row) => `${endpointName(endpoint)} changed a row of the bystander: ${row}`);
    return { block, faults: [...faults, ...touched] };
  }

  async #row(
    endpoint: ListedEndpoint,
    state: ObjectState,
    callers: readonly Caller[],
  ): Promise<{ row: Row; outcomes: Outcome[] }> {
    const kind = objectOf(endpoint);
    const outcomes: Outcome[] = [];
    let object: SampleObject | undefined;
    for (const caller of callers) {
      object ??= await makeObject(this.#node, kind, state, this.#world);
      const outcome = await this.#attempt(endpoint, tokenOf(this.#worldFor(endpoint), caller, object), object.names);
      outcomes.push(outcome);
      if (endpoint.method === 'GET' || !outcome.isAllowed) continue;
      // The call may have consumed the object; a call without an object may have changed the accounts.
      object = undefined;
      if (!kind && (await stateOfBoth(this.#node, this.#world)) !== this.#world.state)
        this.#world = await makeWorld(this.#node);
    }
    return { row: { object: kind ? state : '-', cells: outcomes.map(({ cell }) => cell) }, outcomes };
  }

  #worldFor(endpoint: ListedEndpoint): World {
    return endpoint.method === 'GET' && objectOf(endpoint) === null ? this.#readOnly : this.#world;
  }

  async #attempt(endpoint: ListedEndpoint, token: string | undefined, names: SampleObject['names']): Promise<Outcome> {
    const request = await sampleRequest(this.#node, endpoint, names, this.#world.ours.owner.email);
    const response = await call(this.#node.app, endpoint, { token, ...request });
    const text = JSON.stringify(response.status < 400 ? response.reply : response.error);
    const companies = ['Ours', 'Theirs', 'Bystander'].filter((mark) => text.includes(`${mark} `));
    return {
      cell: [response.status, ...companies].join(' ').toLowerCase(),
      isAllowed: response.status < 400,
      body: text,
    };
  }
}

/** Returns whether an endpoint must hide other companies' objects: all but the endpoints of the public link do. */
function hidesTheirs(endpoint: ListedEndpoint): boolean {
  if (CREATES_BY_ROOM_CODE.has(endpointName(endpoint)) || endpoint.config.access === 'public') return false;
  return objectOf(endpoint) !== null;
}

/** Returns the token of a principal; candidates are of the object's own interview if it is ours. */
function tokenOf({ tokens }: World, caller: Caller, { candidate, outside }: SampleObject): string | undefined {
  if (caller === 'waiting' || caller === 'sent back') return outside?.[caller] ?? tokens['candidate elsewhere'];
  return caller === 'candidate' ? (candidate ?? tokens.candidate) : tokens[caller];
}

async function makeWorld(node: TestApp): Promise<World> {
  const [ours, theirs] = await Promise.all([makeTenant(node, 'Ours'), makeTenant(node, 'Theirs')]);
  const tokens = await tokensOf(node, { ours, theirs });
  await quickStart(node, theirs.owner);
  return { ours, theirs, tokens, state: await stateOfBoth(node, { ours, theirs }) };
}

async function stateOfBoth(node: TestApp, { ours, theirs }: Pick<World, 'ours' | 'theirs'>): Promise<string> {
  return `${await stateOf(node, ours)}${await stateOf(node, theirs)}`;
}
