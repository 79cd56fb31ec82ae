import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchCompany } from './testing/access/company-rows.ts';
import { makeObject, objectOf, OBJECTS, type ObjectState } from './testing/access/objects.ts';
import { matrixText, type Block, type Row } from './testing/access/table.ts';
import { liftLimits, makeTenant, PRINCIPALS, stateOf, tokensOf, type Tenant } from './testing/access/tenant.ts';
import { joinAsCandidate, newEmail, PASSWORD, quickStart } from './testing/builders.ts';
import { call } from './testing/call.ts';
import { endpointName, endpoints, type ListedEndpoint } from './testing/endpoints.ts';
import { sampleObject, type Fitting } from './testing/sample.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const INTRODUCTION = `Every call of the REST interface, by whom it is made and about whose object: the status of its answer, and the
company whose data is in it. "ours" is the company of interviewer and owner, "theirs" the other one. Made by
server/src/access-matrix.test.ts, which fails on any difference; npm run matrix writes it anew.`;

/** In these the client chooses the name of the new object: another company's is refused, a free one is taken. */
const NAMES_A_NEW_OBJECT = new Set(['POST /interview-sessions', 'POST /interview-sessions/quick-start']);

let node: TestApp;
let world: World;
/** Only looked at: what lists show does not depend on what was tried before. */
let quiet: World;
let bystander: Tenant;

interface World {
  ours: Tenant;
  theirs: Tenant;
  tokens: Awaited<ReturnType<typeof tokensOf>>;
  state: string;
}

beforeAll(async () => {
  node = await startTestApp();
  await liftLimits(node.ctx);
  bystander = await makeTenant(node, 'Bystander');
  const { room_code } = await quickStart(node, bystander.owner);
  await joinAsCandidate(node, room_code);
  quiet = await makeWorld();
  world = await makeWorld();
});
afterAll(() => node.close());

async function makeWorld(): Promise<World> {
  const [ours, theirs] = await Promise.all([makeTenant(node, 'Ours'), makeTenant(node, 'Theirs')]);
  const tokens = await tokensOf(node, { ours, theirs });
  await quickStart(node, theirs.owner);
  return { ours, theirs, tokens, state: await stateOfBoth({ ours, theirs }) };
}

async function stateOfBoth({ ours, theirs }: Pick<World, 'ours' | 'theirs'>): Promise<string> {
  return `${await stateOf(node, ours)}${await stateOf(node, theirs)}`;
}

async function fittingFor(endpoint: ListedEndpoint, object: Fitting): Promise<Fitting> {
  const free = await node.ctx.db.selectFrom('plans').select('id').where('price_cents', '=', 0).executeTakeFirst();
  return {
    name: 'Somebody',
    email: endpoint.url === '/login' ? world.ours.owner.email : newEmail(),
    candidate_name: 'Somebody',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    token: 'A'.repeat(43),
    current_password: PASSWORD,
    new_password: PASSWORD,
    code_content: 'select 1;',
    notes: 'Noted.',
    subscription_plan_id: free?.id,
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    ...object,
  };
}

interface Outcome {
  cell: string;
  status: number;
  body: string;
}

function worldFor(endpoint: ListedEndpoint): World {
  return endpoint.method === 'GET' && objectOf(endpoint) === null ? quiet : world;
}

async function attempt(endpoint: ListedEndpoint, token: string | undefined, object: Fitting): Promise<Outcome> {
  const { params, body } = endpoint.schema;
  const fitting = await fittingFor(endpoint, object);
  const answer = await call(node.app, endpoint, {
    token,
    ...(params && { params: textOf(sampleObject(params, fitting)) }),
    ...(body && { body: sampleObject(body, fitting) }),
  });
  const text = JSON.stringify(answer.status < 400 ? answer.reply : answer.error);
  const seen = ['Ours', 'Theirs', 'Bystander'].filter((mark) => text.includes(`${mark} `));
  return { cell: [answer.status, ...seen].join(' ').toLowerCase(), status: answer.status, body: text };
}

function textOf(values: Fitting): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

async function rowOf(endpoint: ListedEndpoint, state: ObjectState): Promise<{ row: Row; outcomes: Outcome[] }> {
  const kind = objectOf(endpoint);
  const outcomes: Outcome[] = [];
  let object: Fitting | undefined;
  for (const principal of PRINCIPALS) {
    object ??= await makeObject(node, kind, state, world);
    const outcome = await attempt(endpoint, worldFor(endpoint).tokens[principal], object);
    outcomes.push(outcome);
    if (endpoint.method === 'GET' || outcome.status >= 400) continue;
    // It may have been used up, and what is about nobody's object is about those who are signed in.
    object = undefined;
    if (!kind && (await stateOfBoth(world)) !== world.state) world = await makeWorld();
  }
  const object_ = kind ? state : '-';
  return { row: { object: object_, cells: outcomes.map(({ cell }) => cell) }, outcomes };
}

/** A company learns nothing of what is not its own, not even whether it is there. */
function requireSameRefusal(endpoint: ListedEndpoint, rows: Map<ObjectState, Outcome[]>): void {
  if (NAMES_A_NEW_OBJECT.has(endpointName(endpoint)) || endpoint.config.access === 'public') return;
  for (const principal of ['interviewer', 'owner'] as const) {
    const of = (state: ObjectState) => rows.get(state)?.[PRINCIPALS.indexOf(principal)];
    const foreign = of('theirs');
    expect.soft(foreign?.status, `${endpointName(endpoint)}, theirs, by ${principal}`).toBeGreaterThanOrEqual(400);
    for (const state of ['deleted', 'never existed'] as const)
      expect.soft(of(state)?.body, `${endpointName(endpoint)}, ${state}, by ${principal}`).toBe(foreign?.body);
  }
}

const FILE = '../../docs/access/routes.txt';
const titleOf = (endpoint: ListedEndpoint) => `${endpointName(endpoint)}   (${endpoint.config.access})`;

it('declares for every call who may, as the matrix has it', () => {
  const titles = readFileSync(new URL(FILE, import.meta.url), 'utf8').match(/^[A-Z]+ \/.*\)$/gm) ?? [];

  expect(titles.toSorted()).toEqual(endpoints.map(titleOf).toSorted());
});

it('gives everybody what the matrix says, and touches nobody else', async () => {
  const rowsNow = await watchCompany(node.ctx.db, bystander.owner.company.id);
  const before = await rowsNow();
  const blocks: Block[] = [];
  for (const endpoint of endpoints) {
    const rows = new Map<ObjectState, Outcome[]>();
    const block: Block = { title: titleOf(endpoint), rows: [] };
    for (const state of objectOf(endpoint) ? OBJECTS : (['ours'] as const)) {
      const { row, outcomes } = await rowOf(endpoint, state);
      block.rows.push(row);
      rows.set(state, outcomes);
    }
    blocks.push(block);
    if (rows.size > 1) requireSameRefusal(endpoint, rows);
    expect(await rowsNow(), `the bystander after ${endpointName(endpoint)}`).toEqual(before);
  }
  await expect(matrixText(INTRODUCTION, PRINCIPALS, blocks)).toMatchFileSnapshot(FILE);
}, 120_000);

it('holds every route the server has', () => {
  const tree = node.app.printRoutes({ commonPrefix: false, includeHooks: false });
  const served = routesOf(tree).filter((route) => / \/api\//.test(route) && !/\/api\/(docs|\*)/.test(route));
  const declared = endpoints.map(({ method, url }) => `${method} /api${url}`);

  expect(served.toSorted()).toEqual(declared.toSorted());
});

// `├── users (GET, HEAD, POST)`: four columns a level, the path of a line continues that of the level above.
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) return [];
    const depth = (match[1] ?? '').length / 4;
    const path = (above[depth - 1] ?? '') + (match[2] ?? '');
    above.splice(depth, above.length, path);
    const methods = (match[3] ?? '').split(', ').filter((method) => method && !['HEAD', 'OPTIONS'].includes(method));
    return methods.map((method) => `${method} ${path}`);
  });
}
