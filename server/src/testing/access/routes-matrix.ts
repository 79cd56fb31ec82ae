import { joinAsCandidate, quickStart } from '../builders.ts';
import { call } from '../call.ts';
import { endpointName, type ListedEndpoint } from '../endpoints.ts';
import type { Fitting } from '../sample.ts';
import type { TestApp } from '../test-app.ts';
import { watchCompany } from './company-rows.ts';
import { makeObject, objectOf, OBJECTS, type ObjectState } from './objects.ts';
import { sampleRequest } from './sample-request.ts';
import type { Block, Row, Tried } from './table.ts';
import { liftLimits, makeTenant, PRINCIPALS, stateOf, tokensOf, type Tenant } from './tenant.ts';

/** In these the client chooses the name of the new object: another company's is refused, a free one is taken. */
const NAMES_A_NEW_OBJECT = new Set(['POST /interview-sessions', 'POST /interview-sessions/quick-start']);

interface World {
  ours: Tenant;
  theirs: Tenant;
  tokens: Awaited<ReturnType<typeof tokensOf>>;
  state: string;
}

interface Outcome {
  cell: string;
  status: number;
  body: string;
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
    for (const state of objectOf(endpoint) ? OBJECTS : (['ours'] as const)) {
      const { row, outcomes } = await this.#row(endpoint, state);
      block.rows.push(row);
      rows.set(state, outcomes);
    }
    const faults = rows.size > 1 ? refusalsThatTell(endpoint, rows) : [];
    const { rows: rowsNow, before } = this.#bystander;
    const isTouched = JSON.stringify(await rowsNow()) !== JSON.stringify(before);
    return { block, faults: isTouched ? [...faults, `${endpointName(endpoint)} touched the bystander`] : faults };
  }

  async #row(endpoint: ListedEndpoint, state: ObjectState): Promise<{ row: Row; outcomes: Outcome[] }> {
    const kind = objectOf(endpoint);
    const outcomes: Outcome[] = [];
    let object: Fitting | undefined;
    for (const principal of PRINCIPALS) {
      object ??= await makeObject(this.#node, kind, state, this.#world);
      const outcome = await this.#attempt(endpoint, this.#worldFor(endpoint).tokens[principal], object);
      outcomes.push(outcome);
      if (endpoint.method === 'GET' || outcome.status >= 400) continue;
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

  async #attempt(endpoint: ListedEndpoint, token: string | undefined, object: Fitting): Promise<Outcome> {
    const request = await sampleRequest(this.#node, endpoint, object, this.#world.ours.owner.email);
    const answer = await call(this.#node.app, endpoint, { token, ...request });
    const text = JSON.stringify(answer.status < 400 ? answer.reply : answer.error);
    const seen = ['Ours', 'Theirs', 'Bystander'].filter((mark) => text.includes(`${mark} `));
    return { cell: [answer.status, ...seen].join(' ').toLowerCase(), status: answer.status, body: text };
  }
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

/** A company learns nothing of what is not its own, not even whether it is there. */
function refusalsThatTell(endpoint: ListedEndpoint, rows: Map<ObjectState, Outcome[]>): string[] {
  const name = endpointName(endpoint);
  if (NAMES_A_NEW_OBJECT.has(name) || endpoint.config.access === 'public') return [];
  return (['interviewer', 'owner'] as const).flatMap((principal) => {
    const of = (state: ObjectState) => rows.get(state)?.[PRINCIPALS.indexOf(principal)];
    const foreign = of('theirs');
    const isLetIn = (foreign?.status ?? 0) < 400;
    const told = (['deleted', 'never existed'] as const).filter((state) => of(state)?.body !== foreign?.body);
    return [
      ...(isLetIn ? [`${name}, theirs, by ${principal}: ${foreign?.status}`] : []),
      ...told.map((state) => `${name}, ${state}, by ${principal}: answered otherwise than theirs`),
    ];
  });
}
