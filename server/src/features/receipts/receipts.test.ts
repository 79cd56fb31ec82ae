import { createHash, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { deleteInterview, changeInterview } from '@cip/contracts/interviews/interviews';
import { quickStart as quickStartCall, startInterview } from '@cip/contracts/interviews/planning';
import { readReceipt, signedText, type Receipt } from '@cip/contracts/receipts/receipt-format';
import { getReceipt, listReceiptKeys, type ReceiptKey } from '@cip/contracts/receipts/receipts';
import { changeRetention } from '@cip/contracts/retention/retention';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  newRoomCode,
  quickStart,
  registerCompany,
  scheduleInterview,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { candidateOf } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { enterRoomOf, submitCard } from '../../testing/http/scorecards.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { until } from '../../testing/until.ts';

const SECRET = 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u';

let database: TestDatabase;
let node: TestApp;
let other: TestApp;
const remember = closeAfterEach();

const startNode = (env: Record<string, string> = {}) =>
  startTestApp({
    databaseUrl: database.url,
    listen: true,
    env: { REDIS_URL: inject('redisUrl'), JWT_SECRET: SECRET, PUBLIC_URL: 'https://interviews.example.com', ...env },
  });

beforeAll(async () => {
  database = await createTestDatabase();
  [node, other] = [await startNode(), await startNode()];
});
afterAll(async () => {
  await Promise.all([node.close(), other.close()]);
  await database.drop();
});

const read = ({ app }: TestApp, roomCode: string, token?: string) =>
  call(app, getReceipt, { params: { roomCode }, ...(token !== undefined && { token }) });
const keysOf = async ({ app }: TestApp) => (await call(app, listReceiptKeys)).reply.keys;

/** Returns the receipt in a file if one of the keys made its signature, else null. */
function check(file: string, keys: ReceiptKey[]): Receipt | null {
  const found = readReceipt(file);
  const key = keys.find(({ kid }) => kid === found?.receipt.kid);
  if (!found || !key) return null;
  const { kty, crv, x } = key;
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  const signature = Buffer.from(found.signature, 'base64url');
  return verify(null, Buffer.from(signedText(found.receipt)), publicKey, signature) ? found.receipt : null;
}

/** Returns the receipt of a genuine file. */
async function genuine(at: TestApp, file: string): Promise<Receipt> {
  const receipt = check(file, await keysOf(at));
  if (!receipt) throw new Error('The receipt is not genuine.');
  return receipt;
}

/** Returns an ended interview in which its candidate and its interviewer typed. */
async function endedInterview(more: object = {}) {
  const owner = await registerCompany(node, { plan: 'enterprise', name: 'Acme' });
  const body = { room_code: newRoomCode(), rule: { tools: 'no_ai', note: 'Documentation is fine.' }, ...more };
  const interview = (await call(node.app, quickStartCall, { token: owner.token, body })).reply.session;
  const { room_code: roomCode } = interview;
  const { token, participant_id: participantId } = await joinAsCandidate(node, roomCode, 'Ada');
  const ada = remember(await OwnClient.join(node.url, { roomCode, authToken: token }));
  const ines = remember(await OwnClient.join(other.url, { roomCode, authToken: owner.token }));
  await ada.wire.emit('document:language', { language: 'python' });
  for (const line of ['print(1)\n', 'print(2)\n', 'print(3)\n']) ada.insert(0, line);
  ines.insert(0, '# task\n');
  await ada.wire.emit('document:offline', { id: randomUUID(), forMs: 60_000 });
  await until('the edits', () => ada.unacknowledged.size === 0 && ines.unacknowledged.size === 0);
  await endInterview(node, owner, roomCode);
  return { owner, interview, roomCode, token, participantId };
}

describe('a receipt', () => {
  it('names every interviewer, first the leading one', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise', name: 'Acme' });
    const [ben, nora] = [await addInterviewer(node, owner, 'Ben'), await addInterviewer(node, owner, 'Nora')];
    const { id, room_code: roomCode } = await scheduleInterview(node, owner, [ben.userId, nora.userId]);
    await call(node.app, startInterview, { token: ben.token, params: { id } });
    await call(node.app, changeInterview, {
      token: ben.token,
      params: { id },
      body: { asks_before_admitting: false },
    });
    const { token } = await joinAsCandidate(node, roomCode, 'Cy');
    await endInterview(node, ben, roomCode);

    const receipt = await genuine(other, (await read(node, roomCode, token)).reply.receipt);
    expect(receipt.interview.interviewer).toBe('Ben, Nora');
    expect(receipt.contact.name).toBe('Ben');
  });

  it('names the interviewer’s e-mail only if the company invited the candidate by e-mail', async () => {
    const { owner, interview, roomCode, token } = await endedInterview();
    const body = { candidate_email: 'ada@example.com' };
    await call(node.app, changeInterview, { token: owner.token, params: { id: interview.id }, body });
    const receipt = await genuine(other, (await read(node, roomCode, token)).reply.receipt);
    expect(receipt.contact).toEqual({ name: 'Acme', company: 'Acme', email: owner.email });
  });

  it('names how much was completed since when, and nothing if nothing ever was', async () => {
    const { roomCode, token } = await endedInterview({ completion: 'words' });
    const { completions } = await genuine(other, (await read(node, roomCode, token)).reply.receipt);
    expect(completions).toEqual([{ since: expect.any(String), completion: 'words' }]);
    const plain = await endedInterview();
    const without = await genuine(other, (await read(node, plain.roomCode, plain.token)).reply.receipt);
    expect(without).not.toHaveProperty('completions');
  });

  it('names the answers that were put aside, each with the digests of its files', async () => {
    const { interview, roomCode, token, participantId } = await endedInterview();
    const by = { participant_id: participantId, participant_name: 'Ada', participant_type: 'candidate' as const };
    const answer = { ...by, interview_id: interview.id, question_number: 2, language: 'sql', code: 'select 1;' };
    const files = [
      { name: 'main.sql', content: answer.code },
      { name: 'schema.sql', content: 'create table customers ();' },
    ];
    const rows = [
      { ...answer, number: 1 },
      { ...answer, number: 2, files: JSON.stringify(files) },
    ];
    await node.ctx.db.insertInto('asides').values(rows).execute();

    const { reply } = await read(node, roomCode, token);
    const receipt = await genuine(other, reply.receipt);
    const digestOf = (code: string) => ({
      sha256: createHash('sha256').update(code).digest('hex'),
      length: code.length,
    });
    const digests = { language: 'sql', ...digestOf(answer.code) };
    const ofFiles = files.map(({ name, content }) => ({ name, ...digestOf(content) }));
    expect(receipt.asides).toEqual([
      { number: 1, ...digests },
      { number: 2, ...digests, files: ofFiles },
    ]);
    expect(reply.asides).toMatchObject([{ number: 1 }, { number: 2, files }]);
  });

  it('contains the facts of log and timeline, and the digest of the final code', async () => {
    const { owner, interview, roomCode, token } = await endedInterview();
    await call(node.app, changeRetention, { token: owner.token, body: { days: 30 } });
    const { receipt: file, code, language } = (await read(node, roomCode, token)).reply;
    const receipt = await genuine(other, file);

    expect(receipt).toMatchObject({
      version: 1,
      site: 'https://interviews.example.com',
      interview: { id: interview.id, company: 'Acme', interviewer: 'Acme' },
      candidate: 'Ada',
      rules: [{ tools: 'no_ai', note: 'Documentation is fine.' }],
      languages: ['python'],
      edits: { yours: 3, all: 4, all_kept: true },
      contact: { name: 'Acme', company: 'Acme', email: null },
    });
    expect(code).toContain('print(3)');
    expect(receipt.code).toEqual({
      language: 'python',
      sha256: createHash('sha256').update(code, 'utf8').digest('hex'),
      length: code.length,
    });
    expect(language).toBe('python');
    expect(receipt.interview.from).toBe(interview.started_at);
    expect(receipt.interview.day).toBe(String(interview.started_at).slice(0, 10));
    expect(Date.parse(receipt.interview.to)).toBeGreaterThan(Date.parse(receipt.interview.from));
    expect(receipt.offline).toHaveLength(1);
    const kept = Date.parse(String(receipt.kept_until)) - Date.parse(receipt.interview.to);
    expect(kept).toBe(30 * 86_400_000);
  });

  it('counts only the candidate’s own edits, and none if they only watched', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const { room_code: roomCode } = await quickStart(node, owner);
    const [one, watcher] = [await candidateOf(node, roomCode, 'Ada'), await candidateOf(node, roomCode, 'Bob')];
    const ada = remember(await OwnClient.join(node.url, one));
    ada.insert(0, 'a');
    await until('the edit', () => ada.unacknowledged.size === 0);
    await endInterview(node, owner, roomCode);

    const editsOf = async (token: string | undefined) =>
      (await genuine(node, (await read(node, roomCode, token)).reply.receipt)).edits;
    expect(await editsOf(one.authToken)).toEqual({ yours: 1, all: 1, all_kept: true });
    expect(await editsOf(watcher.authToken)).toEqual({ yours: 0, all: 1, all_kept: true });
  });

  it('says when a part of the recording was removed', async () => {
    const { interview, roomCode, token } = await endedInterview();
    await sql`insert into closed_stretches (interview_id, from_ms, to_ms) values (${interview.id}, 0, 1)`.execute(
      node.ctx.db,
    );
    const receipt = await genuine(node, (await read(node, roomCode, token)).reply.receipt);
    expect(receipt.edits.all_kept).toBe(false);
    expect(receipt.kept_until).toBeNull();
  });

  it('contains no notes, candidate’s e-mail, scorecard or question', async () => {
    const { owner, interview, roomCode, token } = await endedInterview();
    const { token: account } = owner;
    const body = { notes: 'CANARY notes', candidate_email: 'canary@example.com' };
    await call(node.app, changeInterview, { token: account, params: { id: interview.id }, body });
    const { db } = node.ctx;
    await enterRoomOf(node, interview, owner);
    await submitCard(node, owner, interview, 'CANARY');
    await sql`insert into interview_questions (interview_id, number, version, content, hidden_at)
      values (${interview.id}, 1, 1, '{"title": "CANARY", "guide": "CANARY"}', now())`.execute(db);

    const { reply } = await read(node, roomCode, token);

    expect(JSON.stringify(reply).toLowerCase()).not.toContain('canary');
    const names = Object.keys(await genuine(node, reply.receipt));
    expect(names.join()).toBe(
      'format,version,kid,site,issued_at,interview,candidate,rules,languages,edits,offline,kept_until,contact,code',
    );
  });

  it('stays valid if the interview is deleted', async () => {
    const { owner, interview, roomCode, token } = await endedInterview();
    const { receipt } = (await read(node, roomCode, token)).reply;
    await call(node.app, deleteInterview, { token: owner.token, params: { id: interview.id } });
    expect((await genuine(node, receipt)).candidate).toBe('Ada');
    expect((await read(node, roomCode, token)).status).toBe(404);
  });
});

/**
 * Returns the changes of one byte, at every place that is a multiple of the step, with which a receipt still verifies.
 */
async function acceptedChanges(step: number): Promise<string[]> {
  const { roomCode, token } = await endedInterview();
  const file = Buffer.from((await read(node, roomCode, token)).reply.receipt);
  const keys = await keysOf(node);
  const decode = (bytes: Buffer) => {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return '';
    }
  };
  expect(check(decode(file), keys)).not.toBeNull();
  const accepted: string[] = [];
  for (let at = 0; at < file.length; at += step) {
    // Each single bit, a blank, a line break and a byte that no text has.
    const wrong = [...Array(8).keys()].map((bit) => (file[at] ?? 0) ^ (1 << bit));
    for (const byte of [...wrong, 0x20, 0x0a, 0xff]) {
      if (byte === file[at]) continue;
      const changed = Buffer.from(file);
      changed[at] = byte;
      if (check(decode(changed), keys)) accepted.push(`${at}: ${byte}`);
    }
    const shorter = Buffer.concat([file.subarray(0, at), file.subarray(at + 1)]);
    const longer = Buffer.concat([file.subarray(0, at), Buffer.from(' '), file.subarray(at)]);
    for (const text of [decode(shorter), decode(longer)]) if (check(text, keys)) accepted.push(`${at}: length`);
  }
  return accepted;
}

it('refuses a receipt with a changed byte', { tags: ['long'] }, async () =>
  expect(await acceptedChanges(29)).toEqual([]),
);

it('refuses a receipt with any one changed byte', { tags: ['long'] }, async () =>
  expect(await acceptedChanges(1)).toEqual([]),
);

describe('access to a receipt', () => {
  it('refuses before the end, without a token, with one of another link, and a removed or waiting candidate', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const { room_code: roomCode } = await quickStart(node, owner);
    const { token, participant_id: removed } = await joinAsCandidate(node, roomCode);
    expect((await read(node, roomCode, token)).error).toMatchObject({ code: 'conflict' });
    await sql`update candidates set removed_at = now() where id = ${removed}`.execute(node.ctx.db);
    const waiting = await joinAsCandidate(node, roomCode);
    await sql`update candidates set admission = 'waiting' where id = ${waiting.participant_id}`.execute(node.ctx.db);
    const { token: admitted } = await joinAsCandidate(node, roomCode);
    await endInterview(node, owner, roomCode);
    const elsewhere = await endedInterview();

    expect((await read(node, roomCode, admitted)).status).toBe(200);
    expect((await read(node, roomCode)).error).toMatchObject({ code: 'forbidden' });
    expect((await read(node, roomCode, owner.token)).error).toMatchObject({ code: 'forbidden' });
    expect((await read(node, roomCode, elsewhere.token)).error).toMatchObject({ code: 'not_found' });
    expect((await read(node, elsewhere.roomCode, admitted)).error).toMatchObject({ code: 'not_found' });
    expect((await read(node, roomCode, token)).error).toMatchObject({ code: 'removed' });
    expect((await read(node, roomCode, waiting.token)).error).toMatchObject({ code: 'waiting' });
  });

  it('refuses a receipt for a token that has ended', async () => {
    const { interview, roomCode, participantId } = await endedInterview();
    const claims = { aud: 'candidate', sub: participantId, interview: interview.id };
    const expired = node.app.jwt.sign(claims, { expiresIn: -1 });
    expect((await read(node, roomCode, expired)).error).toMatchObject({ code: 'forbidden' });
    const fresh = node.app.jwt.sign(claims, { expiresIn: 60 });
    expect((await read(node, roomCode, fresh)).status).toBe(200);
  });
});

it(
  'refuses receipts to a candidate who reads too many, and goes on for the others of the interview',
  { tags: ['long'] },
  async () => {
    const limited = await startNode({ RATE_LIMITS: 'on' });
    const owner = await registerCompany(limited);
    const { room_code: roomCode } = await quickStart(limited, owner);
    const [ada, bob] = [
      await joinAsCandidate(limited, roomCode, 'Ada'),
      await joinAsCandidate(limited, roomCode, 'Bob'),
    ];
    await endInterview(limited, owner, roomCode);

    const statuses = [];
    for (let n = 0; n < 31; n++) statuses.push((await read(limited, roomCode, ada.token)).status);
    const [refused, others] = [await read(limited, roomCode, ada.token), await read(limited, roomCode, bob.token)];
    await limited.close();

    expect(statuses.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 200));
    expect([refused.status, refused.error.message]).toEqual([429, 'Too many requests. Please wait a moment.']);
    expect(others.status).toBe(200);
  },
);

describe('the keys of receipts', () => {
  it('uses the same keys on all nodes, even if they begin together', async () => {
    const { roomCode, token } = await endedInterview();
    await sql`delete from receipt_keys`.execute(node.ctx.db);
    const files = await Promise.all(
      Array.from({ length: 10 }, (_, index) => read(index % 2 === 0 ? node : other, roomCode, token)),
    );
    const kids = files.map(({ reply }) => readReceipt(reply.receipt)?.receipt.kid);
    expect(new Set(kids).size).toBe(1);
    expect(await keysOf(other)).toHaveLength(1);
  });

  it('replaces a key after a year, and the old one still checks its receipts', async () => {
    const { roomCode, token } = await endedInterview();
    const first = (await read(node, roomCode, token)).reply.receipt;
    const { kid } = await genuine(node, first);
    await sql`update receipt_keys set created_at = now() - interval '366 days'`.execute(node.ctx.db);
    const files = await Promise.all([read(node, roomCode, token), read(other, roomCode, token)]);
    const [one, two] = await Promise.all(files.map(({ reply }) => genuine(node, reply.receipt)));
    expect(one?.kid).toBe(two?.kid);
    expect(one?.kid).not.toBe(kid);
    expect((await genuine(other, first)).kid).toBe(kid);
  });

  it('replaces a key if JWT_SECRET changes, whose vault sealed it', async () => {
    const { roomCode, token, interview, participantId } = await endedInterview();
    const { kid } = await genuine(node, (await read(node, roomCode, token)).reply.receipt);
    const renewed = await startNode({ JWT_SECRET: `${SECRET}-2` });
    const own = renewed.ctx.tokens.signCandidate(participantId, interview.id);
    const receipt = await genuine(renewed, (await read(renewed, roomCode, own)).reply.receipt);
    await renewed.close();
    expect(receipt.kid).not.toBe(kid);
    expect((await keysOf(node)).map((key) => key.kid)).toEqual(expect.arrayContaining([kid, receipt.kid]));
  });

  it('publishes the operator’s key and does not store it', async () => {
    const { roomCode, token } = await endedInterview();
    const seed = randomBytes(32);
    const configured = await startNode({ RECEIPT_KEY: seed.toString('base64') });
    const first = await genuine(node, (await read(configured, roomCode, token)).reply.receipt);
    const again = await genuine(node, (await read(configured, roomCode, token)).reply.receipt);
    await configured.close();
    expect(again.kid).toBe(first.kid);
    const { rows } = await sql<{ row: string }>`select receipt_keys::text as row from receipt_keys`.execute(
      node.ctx.db,
    );
    expect(rows.filter(({ row }) => row.includes(first.kid))).toHaveLength(1);
    for (const { row } of rows) expect(row).not.toContain(seed.toString('base64url'));
  });

  it('publishes keys without their private parts', async () => {
    const { roomCode, token } = await endedInterview();
    await read(node, roomCode, token);
    for (const key of await keysOf(node)) {
      expect(Object.keys(key)).toEqual(['kid', 'kty', 'crv', 'x', 'created_at']);
      const thumbprint = JSON.stringify({ crv: key.crv, kty: key.kty, x: key.x });
      expect(createHash('sha256').update(thumbprint).digest('base64url')).toBe(key.kid);
    }
    const { rows } = await sql<{ private_key: string | null }>`select private_key from receipt_keys`.execute(
      node.ctx.db,
    );
    for (const { private_key: sealed } of rows) expect(sealed ?? '').not.toContain('PRIVATE');
  });
});
