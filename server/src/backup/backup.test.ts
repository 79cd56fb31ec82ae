import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { getInterviewByRoom } from '@cip/contracts/interviews/interviews';
import { getAccount, login } from '@cip/contracts/accounts/auth';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { generatedSecret, generatedSecretOf } from '../platform/security/signing-secret.ts';
import { endInterview, PASSWORD, quickStart } from '../testing/builders.ts';
import { call } from '../testing/http/call.ts';
import { startLiveRoom, type LiveRoom } from '../testing/sockets/live-room.ts';
import { OwnClient } from '../testing/sockets/own-client.ts';
import { aRequest, anEnd } from '../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { listTables } from './tables.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cip-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns count and digest of every table without the generated secrets, and the counters. */
async function fingerprint(db: Database): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const { name } of await listTables(db)) {
    const { rows } = await sql<{ count: number; digest: string | null }>`
      select count(*) as count, md5(string_agg(md5(t::text), '' order by t::text collate "C")) as digest
      from ${sql.table(name)} t where ${name === 'settings' ? sql`key not like '%_secret'` : sql`true`}`.execute(db);
    prints[name] = `${rows[0]?.count} ${rows[0]?.digest}`;
  }
  return prints;
}

interface Opened {
  db: Database;
  close(): Promise<void>;
}

type OpenedPostgres = Opened & { url: string };

const emptyPostgres = async (): Promise<OpenedPostgres> => openPostgres(await createEmptyDatabase());
const migratedPostgres = async (): Promise<OpenedPostgres> => openPostgres(await createTestDatabase());

function openPostgres({ url, drop }: TestDatabase): OpenedPostgres {
  const { db, close } = openDatabase({ databaseUrl: url, dataDir: '' }, { error: () => {} });
  return { url, db, close: () => close().then(drop) };
}

async function emptyEmbedded(): Promise<Opened> {
  const dataDir = await mkdtemp(join(folder, 'embedded-'));
  return openDatabase({ databaseUrl: null, dataDir }, console);
}

async function migratedEmbedded(): Promise<Opened> {
  const opened = await emptyEmbedded();
  await migrateToLatest(opened.db);
  return opened;
}

/** Types, starts and ends interviews until stopped. */
function startWorkload(node: TestApp, room: LiveRoom, ada: OwnClient): () => Promise<number> {
  let isRunning = true;
  let done = 0;
  const repeat = async (work: () => Promise<unknown>) => {
    while (isRunning) {
      await work();
      done++;
    }
  };
  const typing = repeat(async () => {
    ada.insert(0, `${done} \u2028 "quoted" \\ \u{1F489}\n`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  });
  const starting = repeat(async () => {
    const { room_code } = await quickStart(node, room.owner);
    await endInterview(node, room.owner, room_code);
  });
  return async () => {
    isRunning = false;
    await Promise.all([typing, starting]);
    return done;
  };
}

describe('a backup of Postgres during writes', { tags: ['long'] }, () => {
  let node: TestApp;
  let room: LiveRoom;
  let ada: OwnClient;
  beforeAll(async () => {
    node = await startTestApp({ listen: true });
    room = await startLiveRoom(node);
    ada = await OwnClient.join(node.url, room.candidate);
    const request = aRequest(ada.text, { stdin: '\u2028 \\ input' });
    const piece = { seq: 0, at: 0, stream: 'out', text: '"quoted" \u{1F489}\n' };
    await ada.wire.emit('run:start', request);
    await ada.wire.emit('run:output', { id: request.id, piece });
    await ada.wire.emit('run:end', { id: request.id, end: anEnd() });
    await sql`insert into run_settings (interview_id) values (${room.interview.id})`.execute(node.ctx.db);
    await sql`insert into document_updates (interview_id, op_id, bytes)
      select ${room.interview.id}, 'bulk-' || n, decode('0000', 'hex') from generate_series(1, 2000) n`.execute(
      node.ctx.db,
    );
  });
  afterAll(async () => {
    ada.close();
    await node.close();
  });

  it('takes a consistent snapshot that restores every row and counter', { tags: ['long'] }, async () => {
    const file = join(folder, 'live.backup');
    let expected: Record<string, string> = {};
    const stop = startWorkload(node, room, ada);
    await backUp(node.ctx.db, file, async (id) => {
      // Another connection with the same snapshot.
      expected = await node.ctx.db.connection().execute(async (connection) => {
        await sql`begin isolation level repeatable read read only`.execute(connection);
        await sql`set transaction snapshot ${sql.lit(id)}`.execute(connection);
        const prints = await fingerprint(connection);
        await sql`commit`.execute(connection);
        return prints;
      });
      // Writes continue before the first row is read.
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    expect(await stop()).toBeGreaterThan(10);
    const later = ['timeline_events', 'runs', 'run_pieces', 'run_settings'];
    expect(later.filter((table) => expected[table]?.startsWith('0 '))).toEqual([]);
    const target = await emptyPostgres();

    await restore(target.db, file);

    expect(await fingerprint(target.db)).toEqual(expected);
    expect(await fingerprint(node.ctx.db)).not.toEqual(expected);
    const highest = await sql<{ id: number }>`select max(id) as id from document_updates`.execute(target.db);
    const { rows } = await sql<{ id: number }>`insert into document_updates (interview_id, op_id, bytes)
      values (${room.interview.id}, 'after', ''::bytea) returning id`.execute(target.db);
    expect(rows[0]?.id).toBeGreaterThan(highest.rows[0]?.id ?? 0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await target.close();
  });

  it('restores documents and accounts', async () => {
    const file = join(folder, 'served.backup');
    await backUp(node.ctx.db, file);
    const target = await emptyPostgres();
    await restore(target.db, file);
    const restored = await startTestApp({ databaseUrl: target.url });
    const { owner, roomCode } = room;
    const read = async ({ app }: TestApp, token: string) =>
      (await call(app, getInterviewByRoom, { token, params: { room_code: roomCode } })).reply.session;

    const body = { email: owner.email, password: PASSWORD };
    const { token } = (await call(restored.app, login, { body })).reply;
    // The backup contains no secret, so old tokens are not valid.
    expect((await call(restored.app, getAccount, { token: owner.token })).status).toBe(401);

    expect((await read(restored, token)).code_editor_data).toEqual((await read(node, owner.token)).code_editor_data);
    await restored.close();
    await target.close();
  });
});

it('omits the generated secrets, and the restored node generates new ones', async () => {
  const source = await migratedPostgres();
  const secrets = [await generatedSecret(source.db), await generatedSecretOf(source.db, 'test_webhook_secret')];
  await sql`insert into settings (key, value) values ('other', 'stays')`.execute(source.db);
  const file = join(folder, 'secrets.backup');
  await backUp(source.db, file);
  const text = gunzipSync(await readFile(file)).toString();
  expect(text).toContain('stays');
  for (const secret of secrets) expect(text).not.toContain(secret);
  const target = await emptyPostgres();
  await restore(target.db, file);
  expect(await generatedSecret(target.db)).not.toBe(secrets[0]);
  await source.close();
  await target.close();
});

describe('a backup of Postgres', () => {
  testBackup('postgres', emptyPostgres, migratedPostgres);
});
describe('a backup of the embedded database', { tags: ['long'] }, () => {
  testBackup('embedded', emptyEmbedded, migratedEmbedded);
});

type Open = () => Promise<Opened>;

function testBackup(name: string, openEmpty: Open, openMigrated: Open): void {
  let source: Opened;
  let file: string;
  beforeAll(async () => {
    source = await openMigrated();
    const { rows } = await sql<{ id: string }>`insert into companies (name, email, address, notification_preferences)
      values ('Acme', 'a@example.com', E'one\\ntwo \\\\ "three"', '{"a": 1}') returning id`.execute(source.db);
    await sql`insert into audit_log (company_id, action, actor) values (${rows[0]?.id}, 'account.registered', 'product')`.execute(
      source.db,
    );
    file = join(folder, `${name}.backup`);
    await backUp(source.db, file);
  });
  afterAll(() => source.close());

  it('restores it into Postgres', async () => {
    const target = await emptyPostgres();
    await restore(target.db, file);

    expect(await fingerprint(target.db)).toEqual(await fingerprint(source.db));
    await target.close();
  });

  it('restores it into the embedded database', { tags: ['long'] }, async () => {
    const target = await emptyEmbedded();
    await restore(target.db, file);

    expect(await fingerprint(target.db)).toEqual(await fingerprint(source.db));
    await target.close();
  });

  it('replaces existing data only with force', async () => {
    const target = await openMigrated();
    await sql`insert into companies (name, email) values ('Other', 'o@example.com')`.execute(target.db);
    const before = await fingerprint(target.db);

    await expect(restore(target.db, file)).rejects.toThrow('The database is not empty.');
    expect(await fingerprint(target.db)).toEqual(before);
    await restore(target.db, file, { force: true });

    expect(await fingerprint(target.db)).toEqual(await fingerprint(source.db));
    await target.close();
  });

  it('refuses a damaged backup before any change', async () => {
    const target = await openMigrated();
    const before = await fingerprint(target.db);
    const whole = await readFile(file);
    const text = gunzipSync(whole).toString();
    const lines = text.trimEnd().split('\n');
    const packed = (changed: string[]) => gzipSync(`${changed.join('\n')}\n`);
    const flipped = Buffer.from(whole);
    flipped[Math.floor(flipped.length / 2)] = (flipped[Math.floor(flipped.length / 2)] ?? 0) ^ 1;
    const damages: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      'no archive': Buffer.from('hello'),
      'a flipped bit': flipped,
      'half of it': whole.subarray(0, whole.length / 2),
      'without its last line': packed(lines.slice(0, -1)),
      'without a row': packed(lines.filter((line) => !line.startsWith('["'))),
      'another name': packed(lines.map((line) => line.replace('Acme', 'Evil'))),
      'one more line': packed([...lines, '[]']),
      'another table': packed(lines.map((line) => line.replace('"table":"users"', '"table":"users; drop"'))),
    };

    for (const [name, bytes] of Object.entries(damages)) {
      const bad = join(folder, 'damaged.backup');
      await writeFile(bad, bytes);
      await expect(restore(target.db, bad, { force: true }), `a backup with ${name}`).rejects.toThrow(
        'The file is not a complete backup',
      );
      expect(await fingerprint(target.db), `after ${name}`).toEqual(before);
    }
    await target.close();
  });

  it('refuses a backup of a later version', async () => {
    const target = await openEmpty();
    const later = join(folder, 'later.backup');
    const text = gunzipSync(await readFile(file)).toString();
    const [first = '', ...rest] = text.trimEnd().split('\n');
    const changed = [first.replace('"0001-initial"', '"0001-initial","0001-other"'), ...rest.slice(0, -1)];
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256')
      .update(`${changed.join('\n')}\n`)
      .digest('hex');
    const last = { ...JSON.parse(rest.at(-1) ?? ''), sha256: digest };
    await writeFile(later, gzipSync(`${[...changed, JSON.stringify(last)].join('\n')}\n`));

    await expect(restore(target.db, later)).rejects.toThrow('another version');
    await target.close();
  });
}

it('reads and inserts large rows a few at a time', { tags: ['long'] }, async () => {
  const [source, target] = [await migratedPostgres(), await emptyPostgres()];
  await sql`with company as (
      insert into companies (name, email) values ('Acme', 'a@example.com') returning id
    ), question as (
      insert into questions (company_id, version) select id, 1 from company returning id
    )
    insert into question_versions (question_id, version, title, text, guide, starters, data, tests, tags)
    select id, n, 'Large', '', '', '[]', repeat(md5(n::text) || E'"\\\\\\n', 30000), '[]', '[]'
    from question, generate_series(1, 40) n`.execute(source.db);
  const sizes: number[] = [];
  const lengthOf = (value: unknown) =>
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)).length;
  const measure: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'RawNode') sizes.push(lengthOf(node.parameters));
      return node;
    },
    async transformResult({ result }) {
      sizes.push(lengthOf(result.rows));
      return result;
    },
  };
  const file = join(folder, 'large.backup');

  await backUp(source.db.withPlugin(measure), file);
  await restore(target.db.withPlugin(measure), file);

  expect(Math.max(...sizes)).toBeLessThan(30_000_000);
  expect(await fingerprint(target.db)).toEqual(await fingerprint(source.db));
  await source.close();
  await target.close();
});

it('leaves no partial file if writing fails', async () => {
  const source = await migratedPostgres();

  await expect(backUp(source.db, join(folder, 'no', 'such', 'folder'))).rejects.toThrow('ENOENT');
  await source.close();
});

it('prints the result of a command or a one-line error', { tags: ['long'] }, async () => {
  const [source, target] = [await migratedPostgres(), await emptyPostgres()];
  const file = join(folder, 'command.backup');
  const run = (url: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [fileURLToPath(new URL('../backup.ts', import.meta.url)), ...args], {
      env: { DATABASE_URL: url },
    });

  expect((await run(source.url, 'backup', '--out', file)).stdout).toBe(`Backed up to ${file}.\n`);
  expect((await run(target.url, 'restore', '--from', file)).stdout).toBe(`Restored from ${file}.\n`);
  await expect(run(target.url, 'restore', '--from', file)).rejects.toMatchObject({
    code: 1,
    stderr: 'The database is not empty. Use --force to replace everything in it.\n',
  });
  await truncate(file, 20);
  await expect(run(target.url, 'restore', '--from', file, '--force')).rejects.toMatchObject({
    stderr: expect.stringMatching(/^The file is not a complete backup: .*\.\n$/),
  });
  await expect(run(source.url, 'backup')).rejects.toMatchObject({ stderr: expect.stringContaining('Usage:') });
  await source.close();
  await target.close();
});
