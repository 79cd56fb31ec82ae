import { joinAsCandidate, quickStart } from '../builders.ts';
import { call } from '../call.ts';
import { endpointName, type ListedEndpoint } from '../endpoints.ts';
import type { TestApp } from '../test-app.ts';
import { watchCompany } from './company-rows.ts';
import { makeObject, objectOf, statesOf, type Made, type ObjectState } from './objects.ts';
import { refusalsThatTell, type Outcome } from './outcome.ts';
import { sampleRequest } from './sample-request.ts';
import type { Block, Row, Tried } from './table.ts';
import { liftLimits, makeTenant, PRINCIPALS, stateOf, tokensOf, type Principal, type Tenant } from './tenant.ts';

/** In these the client chooses the name of the new object: another company's is refused, a free one is taken. */
const NAMES_A_NEW_OBJECT = new Set(['POST /interview-sessions', 'POST /interview-sessions/quick-start']);

interface World {
  ours: Tenant;
  theirs: Tenant;
  tokens: Awaited<ReturnType<typeof tokensOf>>;
  state: string;
}

/** A company that takes no part: its rows, now and as they were. */
interface Bystander {
  rows: () => Promise<string[]>;
  before: string[];
}

/** What a call is in the matrix. */
export const titleOfRoute = (endpoint: ListedEndpoint) => `${endpointName(endpoint)}   (${endpoint.config.access})`;

/** The matrix of the calls of one node: two companies that try everything, and a bystander nobody may touch. */
export class RoutesMatrix {
  readonly #node: TestApp;
  readonly #bystander: Bystander;
  #world: World;
  /** Only looked at: what lists show does not depend on what was tried before. */
  readonly #quiet: World;

  private constructor(node: TestApp, bystander: Bystander, quiet: World, world: World) {
    this.#node = node;
    this.#bystander = bystander;
    this.#quiet = quiet;
    this.#world = world;
  }

  /** Makes the companies on a node. */
  static async open(node: TestApp): Promise<RoutesMatrix> {
    await liftLimits(node.ctx);
    const { owner } = await makeTenant(node, 'Bystander');
    const { room_code } = await quickStart(node, owner);
    await joinAsCandidate(node, room_code);
    const [quiet, world] = [await makeWorld(node), await makeWorld(node)];
    const rows = await watchCompany(node.ctx.db, owner.company.id);
    return new RoutesMatrix(node, { rows, before: await rows() }, quiet, world);
  }

  /** Makes a call as everybody about every kind of object. */
  async try(endpoint: ListedEndpoint): Promise<Tried> {
    const rows = new Map<ObjectState, Outcome[]>();
    const block: Block = { title: titleOfRoute(endpoint), rows: [] };
    for (const state of statesOf(objectOf(endpoint))) {
      const { row, outcomes } = await this.#row(endpoint, state);
      block.rows.push(row);
      rows.set(state, outcomes);
    }
    const faults = hidesTheirs(endpoint) ? refusalsThatTell(endpointName(endpoint), PRINCIPALS, rows) : [];
    const { rows: rowsNow, before } = this.#bystander;
    const isTouched = JSON.stringify(await rowsNow()) !== JSON.stringify(before);
    return { block, faults: isTouched ? [...faults, `${endpointName(endpoint)} touched the bystander`] : faults };
  }

  async #row(endpoint: ListedEndpoint, state: ObjectState): Promise<{ row: Row; outcomes: Outcome[] }> {
    const kind = objectOf(endpoint);
    const outcomes: Outcome[] = [];
    let object: Made | undefined;
    for (const principal of PRINCIPALS) {
      object ??= await makeObject(this.#node, kind, state, this.#world);
      const outcome = await this.#attempt(endpoint, tokenOf(this.#worldFor(endpoint), principal, object), object.names);
      outcomes.push(outcome);
      if (endpoint.method === 'GET' || !outcome.isLetIn) continue;
      // It may have been used up, and what is about nobody's object is about those who are signed in.
      object = undefined;
      if (!kind && (await stateOfBoth(this.#node, this.#world)) !== this.#world.state)
        this.#world = await makeWorld(this.#node);
    }
    return { row: { object: kind ? state : '-', cells: outcomes.map(({ cell }) => cell) }, outcomes };
  }

  #worldFor(endpoint: ListedEndpoint): World {
    return endpoint.method === 'GET' && objectOf(endpoint) === null ? this.#quiet : this.#world;
  }

  async #attempt(endpoint: ListedEndpoint, token: string | undefined, names: Made['names']): Promise<Outcome> {
    const request = await sampleRequest(this.#node, endpoint, names, this.#world.ours.owner.email);
    const answer = await call(this.#node.app, endpoint, { token, ...request });
    const text = JSON.stringify(answer.status < 400 ? answer.reply : answer.error);
    const seen = ['Ours', 'Theirs', 'Bystander'].filter((mark) => text.includes(`${mark} `));
    return { cell: [answer.status, ...seen].join(' ').toLowerCase(), isLetIn: answer.status < 400, body: text };
  }
}

// Another company's object is kept from everybody but those who have its link.
function hidesTheirs(endpoint: ListedEndpoint): boolean {
  if (NAMES_A_NEW_OBJECT.has(endpointName(endpoint)) || endpoint.config.access === 'public') return false;
  return objectOf(endpoint) !== null;
}

// The candidate is one of the very interview the call is about, as far as it is ours.
function tokenOf({ tokens }: World, principal: Principal, { candidate }: Made): string | undefined {
  return principal === 'candidate' ? (candidate ?? tokens.candidate) : tokens[principal];
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
