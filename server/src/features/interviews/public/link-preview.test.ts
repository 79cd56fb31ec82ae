import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endInterview, newRoomCode, quickStart, registerCompany } from '../../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

const PRODUCT = 'Code Interview Platform: live technical interviews in one shared editor';
const NASTY = `Ada & "Söhne" <script>'x'</script>`;

let folder: string;
let node: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cip-web-'));
  for (const name of ['index', 'landing', 'codeshare'])
    await writeFile(join(folder, `${name}.html`), `<head><title>${name}</title></head>`);
  const env = {
    WEB_DIR: folder,
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://interviews.example',
  };
  node = await startTestApp({ env });
});
afterAll(async () => {
  await node.close();
  await rm(folder, { recursive: true, force: true });
});

/** Requests a page as a chat does for a preview, or with the headers of a browser. */
async function open(url: string, headers: Record<string, string> = {}) {
  const host = { host: 'interviews.example' };
  return node.app.inject({ url, headers: { ...host, ...headers } });
}

const titleOf = (page: string) => /<meta property="og:title" content="([^"]*)"/.exec(page)?.[1];

async function interviewOf(name = 'Acme') {
  const owner = await registerCompany(node, { name });
  return { owner, ...(await quickStart(node, owner)) };
}

describe('the preview of a link', () => {
  it('names the company that invites, and an absolute picture', async () => {
    const { room_code } = await interviewOf('Northwind Labs');
    const { body, headers } = await open(`/codeshare/${room_code}`);
    expect(titleOf(body)).toBe('Northwind Labs invites you to a coding interview');
    expect(body).toContain('<title>codeshare</title>');
    expect(body).toContain('<meta property="og:image" content="https://interviews.example/preview.png" />');
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image" />');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain('require-trusted-types-for');
  });

  it('escapes the company’s name', async () => {
    const { room_code } = await interviewOf(NASTY);
    const { body } = await open(`/codeshare/${room_code}`);
    expect(titleOf(body)).toBe(
      'Ada &amp; &quot;Söhne&quot; &lt;script&gt;&#39;x&#39;&lt;/script&gt; invites you to a coding interview',
    );
    expect(body).not.toContain('<script>');
  });

  it('shows nothing else of the interview', async () => {
    const { room_code } = await interviewOf();
    await node.ctx.db
      .updateTable('interviews')
      .set({ candidate_name: 'Grace Hopper', candidate_email: 'grace@example.com', notes: 'secret' })
      .where('room_code', '=', room_code)
      .execute();
    const { body } = await open(`/codeshare/${room_code}`);
    expect(titleOf(body)).toBe('Acme invites you to a coding interview');
    expect(body).not.toMatch(/Grace|grace|secret|private-room/);
  });

  it('invites to a scheduled interview', async () => {
    const { room_code } = await interviewOf();
    await node.ctx.db
      .updateTable('interviews')
      .set({ status: 'scheduled' })
      .where('room_code', '=', room_code)
      .execute();
    expect(titleOf((await open(`/codeshare/${room_code}`)).body)).toBe('Acme invites you to a coding interview');
  });

  it.each(['completed', 'cancelled'] as const)('does not name the company of a %s interview', async (status) => {
    const { owner, room_code } = await interviewOf();
    if (status === 'completed') await endInterview(node, owner, room_code);
    else await node.ctx.db.updateTable('interviews').set({ status }).where('room_code', '=', room_code).execute();
    expect(titleOf((await open(`/codeshare/${room_code}`)).body)).toBe(PRODUCT);
  });

  it.each(['/', `/codeshare/${newRoomCode()}`, '/codeshare/x', `/codeshare/${'x'.repeat(200)}`, '/codeshare/a/b'])(
    'describes the product for %s',
    async (url) => {
      const { statusCode, body } = await open(url);
      expect(statusCode).toBe(200);
      expect(titleOf(body)).toBe(PRODUCT);
    },
  );

  it('leaves the pages of browsers unchanged without a query', async () => {
    const { room_code } = await interviewOf();
    const queries = vi.spyOn(node.ctx.db, 'executeQuery');
    for (const [url, name] of [
      [`/codeshare/${room_code}`, 'codeshare'],
      ['/', 'landing'],
    ]) {
      const { body } = await open(url ?? '', { 'sec-fetch-mode': 'navigate', accept: 'text/html' });
      expect(body).toBe(`<head><title>${name}</title></head>`);
    }
    const { body } = await open(`/codeshare/${room_code}`, { accept: 'application/json' });
    expect(body).not.toContain('og:title');
    expect(queries).not.toHaveBeenCalled();
    queries.mockRestore();
  });

  it('answers HEAD requests without a page', async () => {
    const { room_code } = await interviewOf();
    const host = { host: 'interviews.example' };
    for (const url of ['/', `/codeshare/${room_code}`]) {
      const { statusCode, body } = await node.app.inject({ method: 'HEAD', url, headers: host });
      expect([statusCode, body]).toEqual([200, '']);
    }
  });

  it('describes the product if the database fails', async () => {
    const { room_code } = await interviewOf();
    const query = vi.spyOn(node.ctx.db, 'executeQuery').mockImplementation(() => {
      throw new Error('The database is down');
    });
    expect(titleOf((await open(`/codeshare/${room_code}`)).body)).toBe(PRODUCT);
    query.mockRestore();
  });

  it('does not wait for a database that is busy', async () => {
    const { room_code } = await interviewOf();
    const answer = await node.ctx.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE interviews IN ACCESS EXCLUSIVE MODE`.execute(trx);
      return open(`/codeshare/${room_code}`);
    });
    expect(titleOf(answer.body)).toBe(PRODUCT);
  });

  it('reveals no further room code to a network that has guessed 60', async () => {
    const { room_code } = await interviewOf();
    const from = { 'x-forwarded-for': '192.0.2.7' };
    for (let guess = 0; guess < 60; guess++) await open(`/codeshare/${newRoomCode()}`, from);
    const refused = await open(`/api/public/session/${newRoomCode()}`, from);
    expect(refused.statusCode).toBe(429);
    // If a candidate has a link, they get in; its preview tells a guesser nothing.
    expect((await open(`/api/public/session/${room_code}`, from)).statusCode).toBe(200);
    for (const code of [room_code, newRoomCode()])
      expect(titleOf((await open(`/codeshare/${code}`, from)).body)).toBe(PRODUCT);
  });

  it('names companies 300 times a minute to a network, and costs no query beyond', { tags: ['long'] }, async () => {
    const { room_code } = await interviewOf();
    const titles = [];
    for (let n = 0; n < 310; n++)
      titles.push(titleOf((await open(`/codeshare/${room_code}`, { 'x-forwarded-for': '192.0.2.8' })).body));
    expect(titles.filter((title) => title === PRODUCT)).toHaveLength(10);
    const queries = vi.spyOn(node.ctx.db, 'executeQuery');
    await open(`/codeshare/${room_code}`, { 'x-forwarded-for': '192.0.2.8' });
    expect(queries).not.toHaveBeenCalled();
    queries.mockRestore();
  });
});
