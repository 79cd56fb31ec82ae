import { expect, test } from 'vitest';
import { rememberedPlace } from './candidate-place.ts';
import { loadPublicInterview, takePlace } from './public-interviews.queries.ts';
import { aPublicInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';

const CODE = 'private-room-abc123def';
const URL = `/api/public/session/${CODE}`;
const session = aPublicInterview({ company_name: 'Requested before the app' });

test('reads the reply to an earlier request instead of requesting the interview again', async () => {
  const calls = serveApi({ [`GET ${URL}`]: { session: aPublicInterview({ company_name: 'Requested now' }) } });
  expect(await loadPublicInterview(CODE, Promise.resolve(Response.json({ session })))).toMatchObject({
    company_name: 'Requested before the app',
  });
  expect(calls).toEqual([]);
  expect(await loadPublicInterview(CODE)).toMatchObject({ company_name: 'Requested now' });
});

test('reads the reply to a join that was already sent', async () => {
  const reply = { session, token: 'candidate-token-0123456789', participant_id: 'p-1' };
  const calls = serveApi({ [`POST ${URL}/join`]: { ...reply, participant_id: 'p-2' } });
  expect(await takePlace(CODE, 'Grace')).toMatchObject({ name: 'Grace', participantId: 'p-2' });
  expect(calls).toHaveLength(1);
  const sent = Promise.resolve(Response.json(reply));
  expect(await takePlace(CODE, 'Ada', sent)).toMatchObject({ name: 'Ada', participantId: 'p-1' });
  expect(rememberedPlace(CODE)).toMatchObject({ participantId: 'p-1' });
  const failed = Promise.reject<Response>(new TypeError('no network'));
  await expect(takePlace(CODE, 'Ada', failed)).rejects.toMatchObject({ status: 0 });
  expect(calls).toHaveLength(1);
});
