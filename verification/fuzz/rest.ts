import { ErrorBody } from '@cip/contracts/protocol/errors';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { endpointName, endpoints, type ListedEndpoint } from '../../server/src/testing/http/endpoints.ts';
import { Random } from '../../testkit/random.ts';
import type { CaseResult } from './case-result.ts';
import type { RawResponse, RawHttp, RawRequest } from '../support/raw-http.ts';
import { roundTrip } from './round-trip.ts';
import { brokenJson, fittingObject, hostile, PIECES, spoiled } from './values.ts';
import type { TestCompany } from '../support/company.ts';

/** One request in this many writes a text and reads it back. */
const ROUND_TRIP_EVERY = 20;
/** One broken body in this many exceeds every body limit. */
const HUGE_EVERY = 200;
const HUGE_BYTES = 4_000_000;
/** Three in four cases of endpoints that hash a password are redrawn, because they take most of the time. */
const HASHES = /^(POST \/(register|login|users|password)|PUT \/(users|company\/password))/;

const validators = new Map<TSchema, Validator>();

function fits(schema: TSchema, value: unknown): boolean {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator.Check(value);
}

/** Sends request number `index` of a seed. */
export async function restCase(http: RawHttp, company: TestCompany, seed: number, index: number): Promise<CaseResult> {
  const random = new Random(seed * 1_000_003 + index);
  if (index % ROUND_TRIP_EVERY === 0) return roundTrip(http, company, random);
  const drawn = random.pick(nonEmpty(endpoints));
  const endpoint = HASHES.test(endpointName(drawn)) && random.below(4) > 0 ? random.pick(nonEmpty(endpoints)) : drawn;
  const sent = requestTo(endpoint, company, random);
  const about = `${sent.method} ${sent.path.slice(0, 300)} ${String(sent.body ?? '').slice(0, 500)}`;
  try {
    const response = await http.send(sent);
    const defect = defectOf(endpoint, sent, response);
    return { defect: defect && `${defect}: ${about}`, isRefused: response.status >= 400 };
  } catch (error) {
    return { defect: `${String(error)}: ${about}`, isRefused: true };
  }
}

function requestTo(endpoint: ListedEndpoint, company: TestCompany, random: Random): RawRequest {
  const { params, querystring, body } = endpoint.schema;
  const kind = random.below(10);
  const make = (schema: typeof params) => {
    const values = schema ? fittingObject(random, schema, company.known) : {};
    return kind >= 5 && kind < 8 && random.below(2) === 0 ? spoiled(random, values) : values;
  };
  const content = make(body);
  const sent: RawRequest = {
    method: endpoint.method,
    path: pathOf(endpoint, make(params), make(querystring)),
    headers: [...authorization(company, random), ...(body ? [JSON_TYPE] : [])],
    body: body ? JSON.stringify(content) : null,
  };
  return kind < 8 ? sent : broken(sent, content, random);
}

const JSON_TYPE: [string, string] = ['content-type', 'application/json'];

function pathOf({ url }: ListedEndpoint, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const text = (value: unknown) =>
    encodeURIComponent(
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 5_000).toWellFormed(),
    );
  const path = url.replace(/:(\w+)/g, (_, name: string) => text(params[name] ?? ''));
  const pairs = Object.entries(query).map(([name, value]) => `${text(name)}=${text(value)}`);
  return `/api${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

function authorization({ owner, interviewer, candidate }: TestCompany, random: Random): RawRequest['headers'] {
  const kind = random.below(20);
  const bearer = (token: string): [string, string] => ['authorization', `Bearer ${token}`];
  if (kind < 12) return [bearer(owner)];
  if (kind < 15) return [bearer(interviewer)];
  if (kind < 17) return [bearer(candidate)];
  if (kind < 18) return [];
  return random.pick<RawRequest['headers']>([
    [bearer(owner), bearer(interviewer)],
    [['authorization', `Basic ${owner}`]],
    [['authorization', 'Bearer ']],
    [bearer('x'.repeat(5_000))],
    [bearer(`${owner}.${owner}`)],
    [bearer(Buffer.from('{"alg":"none"}').toString('base64url'))],
  ]);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'] as const;
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;charset=',
  'application/',
  '\u00ff',
  '',
] as const;
const PATHS = [
  '%',
  '%zz',
  '%c0%af',
  '%00',
  '%ff',
  '/',
  '/..',
  '/%2e%2e/',
  '?page=1&page=2',
  '?__proto__=1',
  '?a[]=1',
  '?%',
] as const;

/** Breaks a request in a way that no HTTP library would. */
function broken(sent: RawRequest, content: Record<string, unknown>, random: Random): RawRequest {
  const headers = sent.headers.filter(([name]) => name !== 'content-type');
  switch (random.below(8)) {
    case 0:
      return { ...sent, method: random.pick(METHODS) };
    case 1:
      return { ...sent, path: `${sent.path}${random.pick(PATHS)}` };
    case 2:
      return { ...sent, path: sent.path.replace(/[^/]+$/, random.pick([...PATHS, 'x'.repeat(5_000)])) };
    case 3:
      return { ...sent, headers: [...headers, ['content-type', random.pick(TYPES)]], body: JSON.stringify(content) };
    case 4:
      return { ...sent, headers: [...headers, JSON_TYPE, ['content-type', 'text/plain']], body: '{}' };
    case 5:
      return { ...sent, headers: [...headers, JSON_TYPE], body: JSON.stringify(hostile(random)) ?? '' };
    case 6:
      return { ...sent, headers: [...headers, ['x-forwarded-for', encodeURI(random.pick(PIECES).toWellFormed())]] };
    default: {
      const isHuge = random.below(HUGE_EVERY) === 0;
      const body = isHuge ? `"${'x'.repeat(HUGE_BYTES)}"` : brokenJson(random, content);
      return { ...sent, headers: [...headers, JSON_TYPE], body };
    }
  }
}

function defectOf(endpoint: ListedEndpoint, sent: RawRequest, { status, type, body }: RawResponse): string | null {
  if (status >= 500) return `returned ${status} ${body.slice(0, 200)}`;
  // Node's parser refuses invalid HTTP before there is a route, and a HEAD response has no body.
  if (sent.method === 'HEAD' || sent.method === 'OPTIONS' || !type.startsWith('application/json')) return null;
  const isSameRoute = sent.method === endpoint.method && sent.path.startsWith('/api/');
  const schema = status >= 400 ? ErrorBody : isSameRoute ? endpoint.schema.response[status] : undefined;
  if (status < 400 && !schema) return null;
  return fits(schema ?? ErrorBody, JSON.parse(body))
    ? null
    : `returned ${status} that does not match its schema: ${body.slice(0, 300)}`;
}

/** Returns the list as a non-empty tuple. Throws if it is empty. */
export function nonEmpty<T>(items: readonly T[]): readonly [T, ...T[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error('The list is empty.');
  return [first, ...rest];
}
