import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { listAudit } from '@cip/contracts/accounts/audit';
import { listInterviewers } from '@cip/contracts/accounts/interviewers';
import { getCurrentSubscription } from '@cip/contracts/billing/billing';
import { listApiKeys } from '@cip/contracts/integrations/api-keys';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import * as publicInterviews from '@cip/contracts/interviews/public-interviews';
import { getPlayback } from '@cip/contracts/playback/playback';
import { FrameReader } from '@cip/contracts/playback/playback-format';
import { listQuestions } from '@cip/contracts/questions/questions';
import { listTemplates } from '@cip/contracts/questions/templates';
import * as scorecards from '@cip/contracts/scorecards/scorecards';
import * as overview from '@cip/contracts/scorecards/card-overview';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { signIn } from '../builders.ts';
import { call } from '../http/call.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { makeDemo, type Demo } from './make-demo.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let node: TestApp;
let demo: Demo;
beforeAll(async () => {
  node = await startTestApp();
  demo = await makeDemo(node);
});
afterAll(() => node.close());

async function tokenOf(role: string): Promise<string> {
  return (await signIn(node, demo.accounts.find((account) => account.role === role)?.email ?? '', demo.password)).token;
}

async function completedFor(token: string) {
  const query = { status: 'completed' };
  return (await call(node.app, interviews.listInterviews, { token, query })).reply.data;
}

async function playbackOf(token: string, id: string) {
  const url = `/api/interview-sessions/${id}/playback`;
  const { rawPayload } = await node.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const frames = new FrameReader().add(rawPayload);
  const head = frames.find((frame) => frame.kind === 'head')?.head;
  if (!head) throw new Error('The playback has no head.');
  const edits = frames.flatMap((frame) => (frame.kind === 'edits' ? frame.edits : []));
  const runs = frames.flatMap((frame) => (frame.kind === 'runs' ? frame.runs : []));
  const events = frames.flatMap((frame) => (frame.kind === 'events' ? frame.events : []));
  return { head, edits, runs, events };
}

function textAfter(edits: { bytes: Uint8Array }[]): string {
  const doc = new Y.Doc();
  for (const { bytes } of edits) Y.applyUpdate(doc, bytes);
  return doc.getText(SHARED_TEXT).toJSON();
}

describe.each(['owner', 'admin', 'interviewer'])('the demo’s company for its %s', (role) => {
  it('lists interviews of every status, with sensible times', async () => {
    const token = await tokenOf(role);
    const { data } = (await call(node.app, interviews.listInterviews, { token })).reply;
    expect(data.map(({ status, candidate_name: name }) => `${name}: ${status}`).toSorted()).toEqual([
      'Ada Lovelace: completed',
      'Alan Turing: completed',
      'Barbara Liskov: active',
      'Edsger Dijkstra: cancelled',
      'Grace Hopper: completed',
      'Katherine Johnson: scheduled',
    ]);
    const next = data.find(({ status }) => status === 'scheduled');
    expect(next).toMatchObject({ template_name: 'Backend, first round', rule: { tools: 'no_ai' }, minutes: 45 });
    expect(Date.parse(next?.scheduled_at ?? '') - Date.now()).toBeLessThan(2 * DAY_MS);
    for (const { scheduled_at: planned, started_at: started, ended_at: ended } of await completedFor(token)) {
      expect(new Date(started ?? 0).getMinutes()).toBe(0);
      expect(Math.abs(Date.parse(started ?? '') - Date.parse(planned ?? ''))).toBeLessThan(MINUTE_MS);
      expect(Date.parse(ended ?? '') - Date.parse(started ?? '')).toBeGreaterThan(20 * MINUTE_MS);
      expect(Date.now() - Date.parse(ended ?? '')).toBeGreaterThan(3 * 3_600_000);
    }
  });

  it('plays every interview back: edits over minutes, runs with an error, people and the final text', async () => {
    const token = await tokenOf(role);
    for (const { id, candidate_name: name } of await completedFor(token)) {
      expect((await call(node.app, getPlayback, { token, params: { id } })).status).toBe(200);
      const { head, edits, runs, events } = await playbackOf(token, id);
      expect(head.participants.at(-1)).toEqual({ name, type: 'candidate' });
      expect(edits.length).toBeGreaterThan(100);
      expect(textAfter(edits)).toBe(head.text);
      expect(runs.map(({ end }) => end?.reason)).toEqual(expect.arrayContaining(['finished', 'failed']));
      expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['opened', 'joined', 'left', 'ended']));
      for (const times of [edits.slice(1), runs, events].map((list) => list.map(({ at }) => Math.round(at)))) {
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(times.at(-1)).toBeGreaterThan(head.durationMs / 3);
        expect(times.at(-1)).toBeLessThanOrEqual(head.durationMs + 1_000);
      }
    }
  });

  it('shows two scorecards that differ, and a decision', async () => {
    const token = await tokenOf(role);
    const grace = (await completedFor(token)).find(({ candidate_name: name }) => name === 'Grace Hopper');
    const params = { id: grace?.id ?? '' };
    const { cards, decision } = (await call(node.app, scorecards.getScorecards, { token, params })).reply;
    expect(cards.map(({ author_name: author, content }) => `${author}: ${content.overall}`).toSorted()).toEqual([
      'Maya Okafor: strong_yes',
      'Tomás Ferreira: no',
    ]);
    expect(decision).toMatchObject({ decision: 'advance', reason: expect.any(String) as string });
  });

  it('has questions, a template, details and a plan', async () => {
    const token = await tokenOf(role);
    expect((await call(node.app, listQuestions, { token })).reply.total).toBe(30);
    expect((await call(node.app, listTemplates, { token })).reply.data[0]?.questions).toHaveLength(2);
    expect((await call(node.app, getCurrentSubscription, { token })).reply.subscription?.plan.name).toBe(
      'Professional',
    );
    const [last] = await completedFor(token);
    const room = { token, params: { room_code: last?.room_code ?? '' } };
    const { session } = (await call(node.app, interviews.getInterviewByRoom, room)).reply;
    expect(session.notes).toContain('March');
    expect(session.code_editor_data[0]?.language).toBe('python');
  });
});

it('lets the coordinator plan, and nothing else', async () => {
  const token = await tokenOf('coordinator');
  expect((await call(node.app, interviews.listInterviews, { token })).reply.total).toBe(6);
  expect((await call(node.app, planning.listColleagues, { token })).reply.data).toHaveLength(3);
  expect((await call(node.app, listQuestions, { token })).status).toBe(403);
});

it('asks one interviewer for a scorecard, and shows the owner people, a key and the past', async () => {
  const open = await call(node.app, overview.listOpenScorecards, { token: await tokenOf('interviewer') });
  expect(open.reply.data.map(({ candidate_name: name }) => name)).toEqual(['Ada Lovelace']);
  const token = await tokenOf('owner');
  expect((await call(node.app, listInterviewers, { token })).reply.total).toBe(3);
  expect((await call(node.app, listApiKeys, { token })).reply.keys).toHaveLength(1);
  const times = (await call(node.app, listAudit, { token })).reply.data.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

it('lets a candidate into the room that waits', async () => {
  const body = { candidate_name: 'Barbara Liskov' };
  const joined = await call(node.app, publicInterviews.joinInterview, { params: { roomCode: demo.room }, body });
  expect(joined.reply.is_waiting).toBe(true);
});
