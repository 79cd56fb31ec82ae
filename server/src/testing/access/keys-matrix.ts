import { deleteCompany } from '@cip/contracts/accounts/company';
import { revokeApiKey } from '@cip/contracts/integrations/api-keys';
import { makeKey, PASSWORD, registerCompany, type SignedIn } from '../builders.ts';
import { call } from '../http/call.ts';
import { endpointName, endpoints, type ListedEndpoint } from '../http/endpoints.ts';
import type { TestApp } from '../test-app.ts';
import { makeObject, objectOf, statesOf, type ObjectState, type SampleObject } from './objects.ts';
import { sampleRequest } from './sample-request.ts';
import type { Block, Row } from './table.ts';
import { liftLimits, makeTenant, stateOf, type Tenant } from './tenant.ts';

/** The keys that the matrix tries. */
export const KEYS = ['none', 'read', 'write', 'expired', 'revoked', 'theirs', 'company deleted'] as const;
export type Key = (typeof KEYS)[number];

/** The guarded endpoints. Public ones read no key. */
export const guarded = endpoints.filter(({ config }) => config.access !== 'public');

/** Returns the title of an endpoint in the matrix. */
export const titleOfKeys = (endpoint: ListedEndpoint) =>
  `${endpointName(endpoint)}   (${endpoint.config.keys ?? 'no key'})`;

interface World {
  ours: Tenant;
  theirs: Tenant;
  secrets: Record<Key, string | undefined>;
}

/** The matrix of a node's API keys: two companies, and keys of both in every state. */
export class KeysMatrix {
  readonly #node: TestApp;
  readonly #world: World;

  private constructor(node: TestApp, world: World) {
    this.#node = node;
    this.#world = world;
  }

  /** Creates the companies and their keys on a node. */
  static async open(node: TestApp): Promise<KeysMatrix> {
    await liftLimits(node.ctx);
    const [ours, theirs] = [await makeTenant(node, 'Ours'), await makeTenant(node, 'Theirs')];
    return new KeysMatrix(node, { ours, theirs, secrets: await secretsOf(node, ours, theirs) });
  }

  /** Calls a guarded endpoint with each of the keys; with every kind of object if keys may open it. */
  async try(endpoint: ListedEndpoint, keys: readonly Key[] = KEYS): Promise<Block> {
    const rows: Row[] = [];
    for (const state of statesFor(endpoint)) rows.push(await rowOf(this.#node, this.#world, { endpoint, state, keys }));
    return { title: titleOfKeys(endpoint), rows };
  }
}

// If a key may not make the call at all, it opens no object.
const statesFor = (endpoint: ListedEndpoint) =>
  endpoint.config.keys ? statesOf(objectOf(endpoint)) : (['ours'] as const);

async function rowOf(
  node: TestApp,
  world: World,
  { endpoint, state, keys }: { endpoint: ListedEndpoint; state: ObjectState; keys: readonly Key[] },
): Promise<Row> {
  const kind = objectOf(endpoint);
  const cells: string[] = [];
  let object: SampleObject | undefined;
  for (const key of keys) {
    object ??= await makeObject(node, kind, state, world);
    const request = await sampleRequest(node, endpoint, object.names, world.ours.owner.email);
    const before = endpoint.config.keys ? '' : await stateOf(node, world.ours);
    const { status, text } = await attempt(node, endpoint, world.secrets[key], request);
    const isTouched = before !== '' && before !== (await stateOf(node, world.ours));
    const companies = ['Ours', 'Theirs'].filter((mark) => text.includes(`${mark} `));
    cells.push([status, ...companies, ...(isTouched ? ['changed'] : [])].join(' ').toLowerCase());
    // The call may have consumed the object.
    if (status < 400) object = undefined;
  }
  return { object: kind ? state : '-', cells };
}

async function attempt(
  { app }: TestApp,
  endpoint: ListedEndpoint,
  token: string | undefined,
  request: Awaited<ReturnType<typeof sampleRequest>>,
): Promise<{ status: number; text: string }> {
  const response = await call(app, endpoint, { token, ...request });
  return {
    status: response.status,
    text: JSON.stringify(response.status < 400 ? response.reply : response.error),
  };
}

async function secretsOf(node: TestApp, ours: Tenant, theirs: Tenant): Promise<World['secrets']> {
  const secretOf = async (owner: SignedIn, scope: 'read' | 'write') =>
    (await makeKey(node, owner, scope, scope)).secret;
  return {
    none: undefined,
    read: await secretOf(ours.owner, 'read'),
    write: await secretOf(ours.owner, 'write'),
    expired: await expiredKey(node, ours.owner),
    revoked: await revokedKey(node, ours.owner),
    theirs: await secretOf(theirs.owner, 'write'),
    'company deleted': await keyOfDeletedCompany(node),
  };
}

async function expiredKey(node: TestApp, owner: SignedIn): Promise<string> {
  const { key, secret } = await makeKey(node, owner, 'expired');
  const past = new Date(Date.now() - 1_000).toISOString();
  await node.ctx.db.updateTable('api_keys').set({ expires_at: past }).where('id', '=', key.id).execute();
  return secret;
}

async function revokedKey(node: TestApp, owner: SignedIn): Promise<string> {
  const { key, secret } = await makeKey(node, owner, 'revoked');
  await call(node.app, revokeApiKey, { token: owner.token, params: { id: key.id } });
  return secret;
}

async function keyOfDeletedCompany(node: TestApp): Promise<string> {
  const owner = await registerCompany(node, { name: 'Gone' });
  const { secret } = await makeKey(node, owner);
  const body = { password: PASSWORD, confirmation: 'Gone' };
  const { status } = await call(node.app, deleteCompany, { token: owner.token, body });
  if (status !== 200) throw new Error('The company was not deleted.');
  return secret;
}
