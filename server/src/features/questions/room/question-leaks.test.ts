import { exportCandidate } from '@cip/contracts/exports/exports';
import { listInterviewQuestions } from '@cip/contracts/questions/interview-questions';
import { quickStart } from '@cip/contracts/interviews/planning';
import { getPlayback } from '@cip/contracts/playback/playback';
import { FrameReader } from '@cip/contracts/playback/playback-format';
import { changeQuestion, getQuestion, type QuestionTest } from '@cip/contracts/questions/questions';
import { createReviewLink, openReview } from '@cip/contracts/playback/review-links';
import { CUSTOM_EVENTS } from '@cip/contracts/rooms/rooms';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addQuestion,
  addTemplate,
  aQuestion,
  endInterview,
  newRoomCode,
  registerCompany,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { endpoints } from '../../../testing/http/endpoints.ts';
import { events, wireName } from '../../../testing/sockets/events.ts';
import { candidateOf } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { recordReceived } from '../../../testing/sockets/received-bytes.ts';
import { startRedisPair, type RedisPair } from '../../../testing/redis-pair.ts';
import { sampleOf } from '../../../testing/access/sample.ts';
import { sampleRequest } from '../../../testing/access/sample-request.ts';
import { sampleObject } from '../../../testing/sample.ts';
import { until } from '../../../testing/until.ts';

/** In each text of these tests that candidates and readers of links must not get. */
const SECRET = 'CANARY';
const PUBLIC = 'Print the sum';

let pair: RedisPair;
const remember = closeAfterEach();
beforeAll(async () => {
  pair = await startRedisPair();
});
afterAll(() => pair.close());

const flags = { is_query: false, is_ordered: false, is_numeric: false };
const hidden: QuestionTest = {
  ...flags,
  name: `${SECRET} test`,
  input: `${SECRET} stdin`,
  expected: `${SECRET} stdout`,
  is_hidden: true,
};
const tests = [{ ...hidden, name: 'One', input: '1', expected: '1', is_hidden: false }, hidden, hidden];
const secret = {
  title: `${SECRET} title`,
  guide: `${SECRET} guide`,
  tags: [`${SECRET} tag`],
  data: 'select 1;',
  tests,
  starters: [
    {
      language: 'python',
      code: 'import sums',
      files: [
        { name: 'sums.py', code: `# ${PUBLIC}` },
        { name: `${SECRET}_test.py`, code: `# ${SECRET} file`, is_hidden: true },
      ],
    },
  ],
};
const solutions = [{ language: 'python', files: [{ name: 'main.py', code: `# ${SECRET} solution` }] }];
const passed = { outcome: 'passed', output: '1\n', error: '' };
const count = { passed: 1, total: 2 };

/**
 * Opens an interview from a template with a question that was changed before, an unshown question, and criteria. Its
 * interviewer is on one node; candidates with the product's client and with the documented events are on the other.
 */
async function startRoom() {
  const owner = await registerCompany(pair.node, { plan: 'enterprise' });
  const { token } = owner;
  const question = await addQuestion(pair.node, owner, { ...secret, solutions, guide: `${SECRET} first guide` });
  const change = { version: 1, content: aQuestion({ ...secret, solutions }) };
  await call(pair.node.app, changeQuestion, { token, params: { id: question.id }, body: change });
  const planned = await addQuestion(pair.node, owner, { ...secret, solutions, text: `${SECRET} text` });
  const template = await addTemplate(pair.node, owner, {
    name: `${SECRET} template`,
    criteria: [{ name: `${SECRET} criterion`, meanings: ['', '', '', `${SECRET} meaning`] }],
    question_ids: [question.id, planned.id],
  });
  const body = { room_code: newRoomCode(), template_id: template.id };
  const { id, room_code: roomCode } = (await call(pair.node.app, quickStart, { token, body })).reply.session;
  const interviewer = { roomCode, userName: 'Ines', userType: 'interviewer' as const, authToken: token };
  const candidate = await candidateOf(pair.node, roomCode, 'Ada');
  const leader = remember(await OwnClient.join(pair.node.url, interviewer));
  const ada = remember(await OwnClient.join(pair.other.url, candidate));
  const pat = remember(await PlainClient.join(pair.other.url, await candidateOf(pair.node, roomCode, 'Pat')));
  return { owner, id, roomCode, question, planned, template, candidate, leader, ada, pat };
}

type Room = Awaited<ReturnType<typeof startRoom>>;

/** Shows the question and reports its tests, twice: the hidden count is for interviewers, then for everyone. */
async function showAndTest({ leader, ada, question }: Room, isHiddenShared: boolean): Promise<string> {
  const { id } = await leader.wire.emit('question:show', { questionId: question.id });
  const about = { question: id, language: 'python', hash: 'a'.repeat(64), tests: [passed] };
  expect(await leader.wire.emit('question:tested', { ...about, hidden: count, isHiddenShared })).toEqual({ ok: true });
  await until('the news', () => ada.wire.count('question:changed') >= 2);
  return String(id);
}

/** Sends each event of the contract with each of the ids; the end and leaving come with the room's own. */
async function tryEvents(client: PlainClient, roomCode: string, ids: string[]): Promise<void> {
  const given = { channel: roomCode, room: roomCode, known: [], stateVector: 'AA==', language: 'sql', update: 'AA==' };
  for (const event of events.filter(({ name }) => name !== 'unsubscribe')) {
    const data = CUSTOM_EVENTS.find(({ name }) => name === event.name)?.payload.properties.data;
    for (const id of ids) {
      const named = { ...given, code: PUBLIC, id, questionId: id, question: id, of: id, participantId: id };
      const custom = data && 'properties' in data && { data: sampleObject(data, named) };
      await client.emit(wireName(event), sampleObject(event.payload, { ...named, ...custom }));
    }
  }
}

/** The endpoints that name something or are about questions: other replies do not depend on an interview. */
const guessable = endpoints.filter(({ url, schema }) => schema.params || /question|template|review/.test(url));

/**
 * The endpoints from which a candidate or a reader of a link gets answers, tried for every commit. The candidate's
 * export names the question that was shown.
 */
const answering = guessable.filter(({ url }) => url.startsWith('/public/'));

/** Calls each endpoint with each of the ids, and returns its answers; archives are unpacked. */
async function tryEndpoints(
  tried: typeof guessable,
  token: string | undefined,
  { roomCode }: Room,
  ids: string[],
  review?: string,
) {
  const answers: string[] = [];
  for (const endpoint of tried)
    for (const id of endpoint.url.includes(':id') ? ids : ids.slice(0, 1)) {
      const link = endpoint.url === openReview.url && review !== undefined ? { token: review } : {};
      const named = { id, link_id: id, version: '1', roomCode, room_code: roomCode, ...link };
      const { params = {}, body } = await sampleRequest(pair.other, endpoint, named, 'nobody@example.com');
      const answer = await pair.other.app.inject({
        method: endpoint.method,
        url: `/api${endpoint.url.replace(/:(\w+)/g, (_, name: string) => String(params[name]))}`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        ...(body && { payload: body }),
      });
      answers.push(textOf(answer.headers['content-type'], answer.rawPayload));
    }
  return answers;
}

function textOf(type: unknown, bytes: Buffer): string {
  if (!String(type).includes('zip')) return bytes.toString('latin1');
  return Object.values(unzipSync(bytes))
    .map((file) => strFromU8(file))
    .join('\n');
}

/** Returns a recording as text, as bytes and decoded, and its tests. */
function recordingOf({ rawPayload }: { rawPayload: Buffer }) {
  const frames = new FrameReader().add(rawPayload);
  const acts = frames.flatMap((frame) => (frame.kind === 'events' ? frame.events : []));
  const runs = acts.flatMap(({ kind, data }) => (kind === 'tests_run' ? [data] : []));
  return { text: `${rawPayload.toString('latin1')}${JSON.stringify(frames)}`, runs };
}

test('sends candidates no byte of a title, a guide, a hidden test, a solution or a template', async () => {
  const room = await startRoom();
  const { leader, ada, pat, roomCode, question, planned, template, id } = room;
  const received = [ada.wire, pat].map(recordReceived);
  const ids = [question.id, planned.id, template.id, id];

  const copy = await showAndTest(room, true);
  const read = await ada.wire.emit('question:read', { known: [] });
  await tryEvents(ada.wire, roomCode, [...ids, copy]);
  await tryEvents(pat, roomCode, [...ids, copy]);
  await leader.wire.emit('question:front', { id: copy });
  await leader.wire.emit('question:hide', { id: copy });
  await leader.wire.emit('question:show', { questionId: question.id });
  // They come back late, when everything is shown already.
  for (const { socket } of [ada.wire, pat]) {
    socket.disconnect();
    socket.connect();
  }
  await until('both', () => ada.wire.isSubscribed && pat.isSubscribed);
  await ada.open();
  const late = await ada.wire.emit('question:read', { known: [] });

  for (const { reports } of [read, late]) expect(reports).toMatchObject([{ hidden: count }]);
  expect(received[0]?.()).toContain(PUBLIC);
  for (const bytes of received) expect(bytes()).not.toContain(SECRET);
});

for (const { tags, cases } of sampleOf(guessable, 4))
  test(
    `sends private texts from none of ${cases.length} endpoints to outsiders, whatever ids they guess`,
    { tags },
    async () => {
      const tried = [...new Set([...answering, ...cases])];
      const room = await startRoom();
      const { owner, roomCode, question, template, id, candidate } = room;
      const copy = await showAndTest(room, true);
      const ids = [question.id, template.id, id, copy];
      const stranger = await registerCompany(pair.node, { plan: 'enterprise' });
      const during = await tryEndpoints(tried, candidate.authToken, room, ids);
      const outside = await tryEndpoints(tried, undefined, room, ids);
      await endInterview(pair.node, owner, roomCode);
      const own = { token: owner.token, params: { id } };
      const link = (await call(pair.node.app, createReviewLink, { ...own, body: {} })).reply;
      const after = await tryEndpoints(tried, candidate.authToken, room, ids, link.token);
      const theirs = await tryEndpoints(tried, stranger.token, room, ids);

      const whole = JSON.stringify((await call(pair.node.app, listInterviewQuestions, own)).reply);
      for (const planted of ['title', 'guide', 'test', 'stdin', 'stdout', 'file', 'template'])
        expect(whole).toContain(`${SECRET} ${planted}`);
      // A solution is not even copied into the interview.
      expect(whole).not.toContain(`${SECRET} solution`);
      const bank = await call(pair.node.app, getQuestion, { token: owner.token, params: { id: question.id } });
      expect(bank.reply.question.solutions).toEqual(solutions);
      expect(during.join('')).toContain('question_shown');
      for (const answer of [...during, ...outside, ...after, ...theirs]) expect(answer).not.toContain(SECRET);
    },
  );

test.each([
  { shows_questions: false, isHiddenShared: false },
  { shows_questions: true, isHiddenShared: false },
  { shows_questions: false, isHiddenShared: true },
  { shows_questions: true, isHiddenShared: true },
])('shows question texts and counts of hidden tests only if they are shared: %o', async (shared) => {
  const { shows_questions, isHiddenShared } = shared;
  const room = await startRoom();
  const { owner, id, roomCode } = room;
  await showAndTest(room, isHiddenShared);
  const exported = await pair.other.app.inject({
    url: `/api${exportCandidate.url.replace(':roomCode', roomCode)}`,
    headers: { authorization: `Bearer ${String(room.candidate.authToken)}` },
  });
  await endInterview(pair.node, owner, roomCode);
  const body = { shows_questions, shows_candidate: true, shows_scorecards: false };
  const { token } = (await call(pair.node.app, createReviewLink, { token: owner.token, params: { id }, body })).reply;

  const review = recordingOf(
    await pair.other.app.inject({ method: 'POST', url: '/api/public/review', payload: { token } }),
  );
  const playback = recordingOf(
    await pair.other.app.inject({
      url: `/api${getPlayback.url.replace(':id', id)}`,
      headers: { authorization: `Bearer ${owner.token}` },
    }),
  );

  for (const { text, runs } of [review, playback]) {
    expect(runs).toMatchObject([{ passed: 1, total: 1, hidden: isHiddenShared ? count : null }]);
    expect(text).not.toContain(SECRET);
  }
  const own = textOf(exported.headers['content-type'], exported.rawPayload);
  expect(own).toContain('tests_run');
  expect(/"hidden":\s*\{/.test(own)).toBe(isHiddenShared);
  expect(review.text.includes(PUBLIC)).toBe(shows_questions);
  expect(playback.text).toContain(PUBLIC);
});
