import { request, type IncomingMessage } from 'node:http';
import { createReviewLink } from '@cip/contracts/playback/review-links';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endInterview, quickStart, registerCompany, type SignedIn } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const EDITS = 40;
const EDIT_BYTES = 600_000;

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/** Returns an ended interview whose edits are more than a connection holds unread. */
async function largeRecording(owner: SignedIn): Promise<string> {
  const { id, room_code: roomCode } = await quickStart(node, owner);
  await endInterview(node, owner, roomCode);
  await sql`insert into document_updates (interview_id, op_id, bytes)
    select ${id}, 'large-' || n, decode(repeat(md5(n::text), ${EDIT_BYTES / 16}), 'hex')
    from generate_series(1, ${EDITS}::int) n`.execute(node.ctx.db);
  await sql`update documents set through_id = (select max(id) from document_updates) where interview_id = ${id}`.execute(
    node.ctx.db,
  );
  return id;
}

/** Opens a reply that nobody reads. */
function open(path: string, { method = 'GET', token, body }: { method?: string; token?: string; body?: object }) {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${node.url}/api${path}`, { agent: false, method, headers }, (response) => {
      // A reply that breaks off emits an error.
      resolve(response.on('error', () => {}));
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

it('refuses a fourth playback or export while three are not read', { tags: ['long'] }, async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const id = await largeRecording(owner);
  const play = () => open(`/interview-sessions/${id}/playback`, owner);
  const stalled = [await play(), await play(), await play()];
  expect(stalled.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);

  for (const path of [`/interview-sessions/${id}/playback`, `/interview-sessions/${id}/export`, '/company/export'])
    expect([path, (await open(path, owner)).statusCode]).toEqual([path, 429]);

  stalled[0]?.destroy();
  const statusOfNext = async () => {
    const response = await play();
    response.destroy();
    return response.statusCode;
  };
  await expect.poll(statusOfNext).toBe(200);
  for (const response of stalled) response.destroy();
});

it(
  'refuses a fourth opening of a review link while three are not read, and opens another link',
  { tags: ['long'] },
  async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const id = await largeRecording(owner);
    const { token } = owner;
    const links = [];
    for (let n = 0; n < 2; n++)
      links.push((await call(node.app, createReviewLink, { token, params: { id }, body: {} })).reply.token);
    const [link, other] = links;
    const review = (of: string | undefined) => open('/public/review', { method: 'POST', body: { token: of } });
    const stalled = [await review(link), await review(link), await review(link)];

    const last = [await review(link), await review(other)];

    expect([...stalled, ...last].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 200]);
    for (const response of [...stalled, ...last]) response.destroy();
  },
);
