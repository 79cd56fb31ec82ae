import { readFileSync } from 'node:fs';
import { getAccount, login, register } from '@cip/contracts/accounts/auth';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerCompany } from './testing/builders.ts';
import { call } from './testing/http/call.ts';
import { endpoints } from './testing/http/endpoints.ts';
import { startEngine } from './testing/run-engine/stand-in.ts';
import { startPostgres } from './testing/services/postgres.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { until } from './testing/until.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const json = { 'content-type': 'application/json' };
const post = (payload: string, headers: Record<string, string> = json) =>
  node.app.inject({ method: 'POST', url: '/api/login', payload, headers });

describe('the metrics', () => {
  const read = async (METRICS_TOKEN: string, authorization?: string) => {
    const guarded = await startTestApp({ env: { METRICS_TOKEN } });
    const headers = authorization === undefined ? {} : { authorization };
    const { statusCode, body } = await guarded.app.inject({ url: '/metrics', headers });
    await guarded.close();
    return { statusCode, hasMetrics: body.includes('rooms_occupied') };
  };
  const token = 'token-of-the-operators';

  it('serves metrics publicly if no token is set', async () => {
    expect(await read('')).toEqual({ statusCode: 200, hasMetrics: true });
  });

  it('requires the metrics token if one is set', { tags: ['long'] }, async () => {
    expect(await read(token, `Bearer ${token}`)).toEqual({ statusCode: 200, hasMetrics: true });
    for (const other of [undefined, 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token])
      expect(await read(token, other)).toEqual({ statusCode: 401, hasMetrics: false });
  });
});

describe('the run engine', () => {
  it('reads the engine’s languages at start, and ends its runs with the node', async () => {
    const engine = await startEngine();
    const other = await startTestApp({ env: { RUN_ENGINE_URL: engine.url } });
    const { runEngine } = other.ctx;
    await until('the languages', () => runEngine?.languages().includes('java'));
    const running = runEngine?.run({ language: 'java', code: 'sleep', stdin: '' }, new AbortController().signal, {
      output: () => {},
    });
    await until('the run', () => engine.connections() === 1);

    await other.close();

    expect(await running).toMatchObject({ reason: 'lost' });
    await engine.close();
  });

  it('has no run engine by default', () => {
    expect(node.ctx.runEngine).toBeNull();
  });
});

describe('a node in production', () => {
  const production = { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' };
  const inner = ['/metrics', '/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/swagger-initializer.js'];
  const statuses = async (env: Record<string, string>) => {
    const other = await startTestApp({ env: { ...production, ...env } });
    const answers = await Promise.all(inner.map((url) => other.app.inject(url)));
    await other.close();
    return answers.map(({ statusCode }) => statusCode);
  };

  it('asks browsers for https alone for a year in production, on every subdomain', async () => {
    const other = await startTestApp({ env: production });
    const [page, reply] = [await other.app.inject('/'), await other.app.inject('/api/nothing')];
    await other.close();
    for (const { headers } of [page, reply]) {
      const [, seconds] = /^max-age=(\d+); includeSubDomains/.exec(String(headers['strict-transport-security'])) ?? [];
      expect(Number(seconds)).toBeGreaterThanOrEqual(365 * 24 * 3_600);
    }
    expect((await node.app.inject('/')).headers).not.toHaveProperty('strict-transport-security');
  });

  it('serves neither metrics nor the API’s description in production', async () => {
    expect(await statuses({})).toEqual([404, 404, 404, 404, 404]);
  });

  it('serves metrics and the API’s description in production if enabled', async () => {
    expect(await statuses({ METRICS: 'on', API_DOCS: 'on' })).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses({ METRICS_TOKEN: 'token-of-the-operators' })).toEqual([401, 404, 404, 404, 404]);
  });
});

describe('the contact in security.txt', () => {
  const read = async (env: Record<string, string>) => {
    const other = await startTestApp({ env });
    const response = await other.app.inject({
      url: '/.well-known/security.txt',
      headers: { host: 'desk.example:3000' },
    });
    await other.close();
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    const expires = Date.parse(/^Expires: (.*)$/m.exec(response.body)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 24 * 3_600_000);
    return response.body;
  };

  it('names the support address of the host by default', async () => {
    expect(await read({})).toMatch(/^Contact: mailto:support@desk\.example\n/);
    const body = await read({ PUBLIC_URL: 'https://interviews.example' });
    expect(body).toMatch(/^Contact: mailto:support@interviews\.example\n/);
    expect(body).toContain('Canonical: https://interviews.example/.well-known/security.txt\n');
  });

  it('names the configured contact', async () => {
    const contact = 'https://example.com/report?to=us';
    expect(await read({ SECURITY_CONTACT: contact })).toContain(`Contact: ${contact}\n`);
  });
});

describe('bad input', () => {
  it.each(['{', '{"email":', 'null,', '\u0000'])('returns 400 for a body that is not JSON: %j', async (payload) => {
    const response = await post(payload);

    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ message: 'The request could not be read.', code: 'bad_request' });
  });

  it.each(['null', '[]', '"text"', '1', ''])(
    'returns 422 for a body that is not a JSON object: %j',
    async (payload) => {
      const response = await post(payload);

      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({ code: 'invalid' });
    },
  );

  it.each(['{"__proto__":{"x":1},"email":"a@b.co","password":"x"}', '{"constructor":{"prototype":{"x":1}}}'])(
    'refuses a body that reaches for the prototype: %s',
    async (payload) => {
      expect((await post(payload)).statusCode).toBe(400);
    },
  );

  it('refuses a body of another media type', async () => {
    const response = await post('email=a', { 'content-type': 'application/x-www-form-urlencoded' });

    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ code: 'bad_request' });
  });

  it('refuses unknown fields by their names', async () => {
    const { status, error } = await call(node.app, login, {
      body: { email: 'a@b.co', password: 'x', role: 'owner', 'a\u0000': 1 },
    });

    expect(status).toBe(422);
    expect(error.errors).toEqual({ role: ['Unknown field'], 'a\u0000': ['Unknown field'] });
  });

  it('reports every invalid field', async () => {
    const { error } = await call(node.app, register, { body: { name: null, email: 'x', phone: 5 } });

    expect(Object.keys(error.errors ?? {}).toSorted()).toEqual([
      'email',
      'name',
      'password',
      'password_confirmation',
      'phone',
    ]);
  });

  it('does not coerce a field to another type', async () => {
    const { status } = await call(node.app, login, { body: { email: 'a@b.co', password: 123456 } });

    expect(status).toBe(422);
  });

  it('returns 413 for a body that is too large', async () => {
    const response = await post(JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(17_000) }));

    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({ message: 'The request is too large.', code: 'too_large' });
  });

  it.each(['%', '%c0%80', '%zz'])('refuses a malformed address: %s', async (code) => {
    const response = await node.app.inject(`/api/public/session/${code}`);

    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ message: 'The request could not be read.', code: 'bad_request' });
  });
});

describe('a query', () => {
  it.each([
    'envelope=plans&envelope=plans',
    'envelope=',
    'envelope[x]=1',
    'other=1',
    '__proto__=1',
    'a=%',
    'envelope=%00',
  ])('returns 422 for a query that is not valid: %s', async (query) => {
    const response = await node.app.inject(`/api/subscription-plans?${query}`);

    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ code: 'invalid' });
  });
});

describe('an unknown address', () => {
  it.each([
    '/api',
    '/api?x',
    '/api/',
    '/api/nope',
    '/api/user/extra',
    '/api/docs/nope/nope',
    `/api/public/session/${'x'.repeat(101)}`,
  ])('returns 404 for an unknown address of the API: %s', async (url) => {
    const response = await node.app.inject(url);

    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['DELETE', '/api/login', 'POST'],
    ['GET', '/api/login?x=1', 'POST'],
    ['PUT', '/api/interview-sessions', 'GET, HEAD, POST'],
    ['GET', '/api/interview-sessions/quick-start', 'DELETE, PATCH, POST'],
    ['POST', '/api/interview-sessions/room/private-room-1', 'GET, HEAD'],
    ['PATCH', '/%61pi/users/1', 'DELETE, PUT'],
    ['POST', '/metrics', 'GET, HEAD'],
    ['DELETE', '/.well-known/security.txt', 'GET, HEAD'],
  ] as const)('returns 405 for a known path with another method: %s %s', async (method, url, allow) => {
    const response = await node.app.inject({ method, url });

    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    expect(response.json()).toEqual({
      message: 'This address does not accept that method.',
      code: 'method_not_allowed',
    });
  });
});

describe('a streamed reply', () => {
  const streamed = endpoints.filter(
    ({ method, schema }) => method === 'GET' && mediaTypeOf(schema.response[200]).startsWith('application/'),
  );

  it.each(streamed.map(({ url }) => url))('returns 405 for HEAD, which would read all of %s', async (url) => {
    const { statusCode, headers } = await node.app.inject({ method: 'HEAD', url: `/api${url}` });

    expect([statusCode, headers.allow?.includes('HEAD')]).toEqual([405, false]);
  });

  it('finds the archives and the recording', () => {
    expect(streamed).toHaveLength(5);
  });
});

/** Returns the media type of a reply that is a file; empty for others. */
function mediaTypeOf(reply: object | undefined): string {
  return reply && 'contentMediaType' in reply ? String(reply.contentMediaType) : '';
}

describe('every reply', () => {
  it('sends the security headers with every reply and caches none', async () => {
    const { headers } = await node.app.inject('/api/subscription-plans');

    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('a request of a page without an origin', () => {
  it.each(['GET', 'POST'] as const)('refuses a request from a page without an origin if it is a %s', async (method) => {
    const request = { method, url: '/api/subscription-plans', headers: { origin: 'null' } };
    expect((await node.app.inject(request)).statusCode).toBe(403);
    expect((await node.app.inject({ ...request, url: '/%61pi/subscription-plans' })).statusCode).not.toBe(200);
    const own = { ...request, headers: { origin: 'http://localhost' } };
    expect((await node.app.inject(own)).statusCode).not.toBe(403);
  });

  it('lets a page without an origin report a violation of the policy', async () => {
    const { statusCode } = await node.app.inject({
      method: 'POST',
      url: '/api/csp-reports',
      headers: { origin: 'null', 'content-type': 'application/reports+json' },
      payload: '[]',
    });
    expect(statusCode).not.toBe(403);
  });
});

interface Description {
  info: { version: string; description: string };
  tags: { name: string }[];
  paths: Record<
    string,
    Record<
      string,
      {
        summary?: string;
        description?: string;
        tags?: string[];
        responses: Record<string, unknown>;
        requestBody?: {
          content: { 'application/json': { schema: { properties: Record<string, { examples?: string[] }> } } };
        };
      }
    >
  >;
  components: {
    schemas: { Error: { properties: { code: { enum: string[] } } } };
    responses: { Error: { description: string; content: { 'application/json': { examples: object } } } };
  };
}

describe('the API’s description', () => {
  it('describes every endpoint of the API with its schemas', async () => {
    const response = await node.app.inject('/api/docs/json');

    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ openapi: '3.1.0' });
    const { paths } = response.json<{ paths: Record<string, Record<string, { summary?: string; security?: [] }>> }>();
    expect(paths['/api/login']?.['post']).toMatchObject({ summary: 'Sign in', security: [] });
    expect(paths['/api/logout']?.['post']).not.toHaveProperty('security');
    expect(paths['/api/public/session/{roomCode}/join']).toHaveProperty('post.requestBody');
    for (const [path, calls] of Object.entries(paths))
      if (path.startsWith('/api/'))
        for (const described of Object.values(calls)) expect(described.summary).toBeTruthy();
  });

  it('describes the version, the groups and the meaning of every error code', async () => {
    const { info, tags, paths, components } = (await node.app.inject('/api/docs/json')).json<Description>();
    const product = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as object;
    expect(product).toHaveProperty('version', info.version);
    expect(info.description).toContain('Authorization: Bearer');
    const calls = Object.values(paths).flatMap((methods) => Object.values(methods));
    const groups = tags.map(({ name }) => name);
    for (const { summary, tags: own = [], description, responses } of calls.filter((call) => call.summary)) {
      expect([summary, own.length, groups.includes(own[0] ?? '')]).toEqual([summary, 1, true]);
      expect(description).toMatch(/^(Open to|For) /);
      expect(responses['4XX']).toEqual({ $ref: '#/components/responses/Error' });
    }
    expect(new Set(calls.flatMap((call) => call.tags ?? []))).toEqual(new Set(groups));
    const codes = components.schemas.Error.properties.code.enum;
    expect(codes).toContain('limit_reached');
    for (const code of codes) expect(components.responses.Error.description).toContain(`\`${code}\`: `);
    expect(components.responses.Error.content['application/json'].examples).toHaveProperty('invalid');
  });

  it('describes fields with examples', async () => {
    const { paths } = (await node.app.inject('/api/docs/json')).json<Description>();
    const { requestBody } = paths['/api/interview-sessions']?.['post'] ?? {};
    const fields = requestBody?.content['application/json'].schema.properties ?? {};
    for (const name of ['room_code', 'candidate_name', 'scheduled_at', 'time_zone'])
      expect([name, fields[name]?.examples?.length]).toEqual([name, 1]);
  });

  it('serves a description page with the security policy of all pages', async () => {
    const response = await node.app.inject('/api/docs/');

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.body).not.toMatch(/<script>|<script [^>]*src="https?:/);
  });
});

describe('an outage of the database', () => {
  it('returns 503 with Retry-After while the database is away', async () => {
    const postgres = await startPostgres({ durable: true });
    // The node logs the lost connections.
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    const other = await startTestApp({ databaseUrl: postgres.url });
    try {
      const { token } = await registerCompany(other);
      // A transaction holds a connection between two statements.
      const gate = Promise.withResolvers<void>();
      const held = other.ctx.db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx);
        await gate.promise;
        await sql`select 1`.execute(trx);
      });
      const lost = held.catch((error: unknown) => error);
      await postgres.kill();

      const away = await call(other.app, getAccount, { token });
      expect(away.status).toBe(503);
      expect(away.error).toEqual({
        message: 'The service is briefly unavailable. Please try again.',
        code: 'unavailable',
      });
      expect(away.headers['retry-after']).toBe('2');
      expect((await other.app.inject('/readyz')).statusCode).toBe(503);
      expect((await other.app.inject('/healthz')).statusCode).toBe(200);

      gate.resolve();
      expect(await lost).toBeInstanceOf(Error);
      await postgres.restart();
      expect((await call(other.app, getAccount, { token })).status).toBe(200);
    } finally {
      await other.close();
      await postgres.stop();
      complaints.mockRestore();
    }
  });
});
