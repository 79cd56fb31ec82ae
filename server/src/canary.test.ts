import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from './platform/database/database.ts';
import { logError } from './platform/log-error.ts';
import { newRoomCode } from './testing/builders.ts';
import { OwnClient } from './testing/sockets/own-client.ts';
import { createMigratedDatabase, type MigratedDatabase } from './testing/databases/migrated-database.ts';
import { until } from './testing/until.ts';

// A node that logs everything, and users whose names, code and secrets contain a recognizable marker.
const PASSWORD = 'Canary-Password-1';
const EMAIL = 'canary@example.com';

let database: MigratedDatabase;
let node: ReturnType<typeof spawn>;
let output = '';
let url = '';

beforeAll(async () => {
  database = await createMigratedDatabase();
  node = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { DATABASE_URL: database.url, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'trace', RATE_LIMITS: 'off' },
  });
  for (const stream of [node.stdout, node.stderr]) stream?.on('data', (text: Buffer) => (output += String(text)));
  url = await until(
    'the node',
    () => /Ready in \S+ s: (http:\/\/\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1'),
    60_000,
  );
});
afterAll(async () => {
  const ended = new Promise((resolve) => node.once('exit', resolve));
  node.kill('SIGKILL');
  await ended;
  await database.drop();
});

async function send(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

const field = (text: string, name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '';

it('keeps names, code, secrets and room codes out of logs and metrics', async () => {
  const account = { name: 'Canary Company', email: EMAIL, password: PASSWORD, password_confirmation: PASSWORD };
  const registered = await send('POST', '/register', { ...account, phone: '+canary', address: 'Canary Street' });
  const token = field(registered.text, 'token');
  const plans: { id: string; price: number }[] = JSON.parse((await send('GET', '/subscription-plans')).text);
  const free = plans.find(({ price }) => price === 0);
  await send('POST', '/subscriptions/subscribe', { subscription_plan_id: free?.id }, token);
  const person = { name: 'Canary Interviewer', email: `b-${EMAIL}`, password: PASSWORD, role: 'interviewer' };
  await send('POST', '/users', person, token);
  await send('POST', '/users', person, token);
  const room_code = newRoomCode();
  const started = await send('POST', '/interview-sessions/quick-start', { room_code }, token);
  const id = field(started.text, 'id');
  const joined = await send('POST', `/public/session/${room_code}/join`, { candidate_name: 'Canary Candidate' });
  const authToken = field(joined.text, 'token');
  const handshake = { roomCode: room_code, userName: 'Canary Candidate', userType: 'candidate' as const, authToken };
  const candidate = await OwnClient.join(url, handshake);
  candidate.insert(0, 'canary code');
  await until('the edit', () => candidate.unacknowledged.size === 0);
  await candidate.wire.emit('document:update', { id: 'canary', update: 'canary' });
  await send('PATCH', `/interview-sessions/${id}`, { notes: 'Canary notes', candidate_email: EMAIL }, token);
  await send('POST', '/login', { email: EMAIL, password: 'canary wrong' });
  await send('POST', '/forgot-password', { email: EMAIL });
  await send('POST', '/login', '{"email":"canary', token);
  await send('GET', `/canary?token=${token}`, undefined, 'canary-token');
  await send('POST', `/interview-sessions/end-by-room/${room_code}`, {}, token);
  candidate.close();
  for (const path of [`/interview-sessions/${id}/export`, '/company/export', '/audit-log']) {
    expect((await send('GET', path, undefined, token)).status).toBe(200);
  }
  await send('PUT', '/company/retention', { days: 30 }, token);
  await send('DELETE', `/interview-sessions/${id}`, undefined, token);
  const figures = await (await fetch(`${url}/metrics`)).text();
  const removed = await send('DELETE', '/company', { password: PASSWORD, confirmation: 'Canary Company' }, token);
  expect(removed.status).toBe(200);
  await until('the last line', () => output.includes('company removed'));

  expect(figures).toContain('edit_to_ack_seconds');
  for (const text of [output, figures]) {
    expect(text.toLowerCase()).not.toContain('canary');
    for (const secret of [token, authToken, room_code]) expect(text).not.toContain(secret);
  }
}, 60_000);

it('logs an error of the database without its values', async () => {
  const { db, close } = openDatabase({ databaseUrl: database.url, dataDir: '' }, { error: () => {} });
  const fail = (work: (db: Database) => Promise<unknown>) =>
    work(db).then(
      () => undefined,
      (error: unknown) => error,
    );
  const insert = () => db.insertInto('settings').values({ key: 'canary-key', value: 'canary' }).execute();
  await insert();
  const errors = [
    await fail(insert),
    await fail((it) => it.selectFrom('users').selectAll().where('id', '=', 'canary-id').execute()),
    new SyntaxError('Unexpected token c in canary'),
    new Error('outer', { cause: await fail(insert) }),
  ];
  await close();

  const logged = JSON.stringify(errors.map(logError));

  expect(logged).not.toContain('canary-');
  expect(logged).not.toContain('in canary');
  expect(errors.map((error) => logError(error).code ?? logError(error).cause?.code)).toEqual([
    '23505',
    '22P02',
    undefined,
    '23505',
  ]);
  expect(logError(errors[0])).toMatchObject({ table: 'settings', constraint: 'settings_pkey' });
});
