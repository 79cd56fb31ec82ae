import { afterEach, expect, test } from 'vitest';
import { loadPublicInterview } from './public-interviews.queries.ts';
import { aPublicInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';

const CODE = 'private-room-abc123def';
const URL = `/api/public/session/${CODE}`;
const session = aPublicInterview({ company_name: 'Asked early' });

afterEach(() => {
  delete window.earlyAnswer;
});

test('an interview that was asked for early is not asked for again, but anew the next time', async () => {
  const calls = serveApi({ [`GET ${URL}`]: { session: aPublicInterview({ company_name: 'Asked now' }) } });
  window.earlyAnswer = { url: URL, response: Promise.resolve(Response.json({ session })) };
  expect(await loadPublicInterview(CODE)).toMatchObject({ company_name: 'Asked early' });
  expect(calls).toEqual([]);
  expect(await loadPublicInterview(CODE)).toMatchObject({ company_name: 'Asked now' });
});

test('an early answer that did not come, or is for another link, is none', async () => {
  const calls = serveApi({ [`GET ${URL}`]: { session } });
  window.earlyAnswer = { url: URL, response: Promise.resolve(null) };
  await loadPublicInterview(CODE);
  window.earlyAnswer = { url: `${URL}4`, response: Promise.resolve(Response.json({ session: null })) };
  await loadPublicInterview(CODE);
  expect(calls).toHaveLength(2);
});
