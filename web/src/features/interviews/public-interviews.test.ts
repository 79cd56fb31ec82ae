import { afterEach, expect, test } from 'vitest';
import { rememberedPlace } from './candidate-place.ts';
import { loadPublicInterview, takePlace } from './public-interviews.queries.ts';
import { aPublicInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';

const CODE = 'private-room-abc123def';
const URL = `/api/public/session/${CODE}`;
const session = aPublicInterview({ company_name: 'Asked early' });

const early = (asked: string, answer: Promise<Response>) => {
  globalThis.earlyAnswers = new Map([[asked, answer]]);
};

afterEach(() => {
  globalThis.earlyAnswers = undefined;
});

test('an interview that was asked for early is not asked for again, but anew the next time', async () => {
  const calls = serveApi({ [`GET ${URL}`]: { session: aPublicInterview({ company_name: 'Asked now' }) } });
  early(`GET ${URL} `, Promise.resolve(Response.json({ session })));
  expect(await loadPublicInterview(CODE)).toMatchObject({ company_name: 'Asked early' });
  expect(calls).toEqual([]);
  expect(await loadPublicInterview(CODE)).toMatchObject({ company_name: 'Asked now' });
});

test('an early answer for another link is none', async () => {
  const calls = serveApi({ [`GET ${URL}`]: { session } });
  early(`GET ${URL}4 `, Promise.resolve(Response.json({ session: null })));
  await loadPublicInterview(CODE);
  expect(calls).toHaveLength(1);
});

test('a join that was sent early is not sent again under the same name, and says what became of it', async () => {
  const reply = { session, token: 'candidate-token-0123456789', participant_id: 'p-1' };
  const calls = serveApi({ [`POST ${URL}/join`]: { ...reply, participant_id: 'p-2' } });
  const asked = `POST ${URL}/join {"candidate_name":"Ada"}`;
  early(asked, Promise.resolve(Response.json(reply)));
  expect(await takePlace(CODE, 'Grace')).toMatchObject({ name: 'Grace', participantId: 'p-2' });
  expect(await takePlace(CODE, 'Ada')).toMatchObject({ name: 'Ada', participantId: 'p-1' });
  expect(rememberedPlace(CODE)).toMatchObject({ participantId: 'p-1' });
  early(asked, Promise.reject(new TypeError('no network')));
  await expect(takePlace(CODE, 'Ada')).rejects.toMatchObject({ status: 0 });
  expect(calls).toHaveLength(1);
});
