import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { encodeFrame } from '@cip/contracts/playback/playback-format';
import type { PlaybackEdit, PlaybackEvent, PlaybackHead, PlaybackRun } from '@cip/contracts/playback/playback';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { noteAnswer } from '../../shared/api/reachability.ts';
import { aCompany, aPlan, aPlaybackHead } from '../../testing/examples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { OfflineStrip } from '../offline/OfflineStrip.tsx';
import { PlaybackScreen } from './PlaybackScreen.tsx';
import { fill } from '../../testing/fill.ts';

// jsdom cannot lay out an editor.
vi.mock('./PlaybackCode.tsx', () => ({
  PlaybackCode: ({ text }: { text: string }) => <pre aria-label="Text">{text}</pre>,
}));

const SECOND_MS = 1_000;
const HEAD = aPlaybackHead({
  participants: [
    { name: 'Ines', type: 'interviewer' },
    { name: 'Ada', type: 'candidate' },
  ],
  editCount: 8,
});

const RUN: PlaybackRun = {
  id: '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01',
  at: 400_240,
  by: 1,
  language: 'python',
  device: 'laptop',
  runner: 1,
  editId: 8,
  hash: '0'.repeat(64),
  isOffline: false,
  stdin: '',
  pieces: [{ seq: 0, at: 3, stream: 'out', text: 'the output' }],
  end: {
    reason: 'finished',
    exitCode: 0,
    ms: 20,
    omitted: 0,
    tail: '',
    error: null,
    needsInput: false,
    packages: [{ name: 'lodash', version: '4.18.1' }],
  },
};

function edits(): PlaybackEdit[] {
  const doc = new Y.Doc();
  const list: PlaybackEdit[] = [];
  doc.on('update', (bytes: Uint8Array) => {
    const id = list.length + 1;
    list.push({ id, at: id * 10 * SECOND_MS, by: id % 2, bytes });
  });
  [...'print(1)'].forEach((key, index) => doc.getText(SHARED_TEXT).insert(index, key));
  return list;
}

const OPENED: PlaybackEvent = { at: 0, by: 0, kind: 'opened', data: {} };

const recordingBytes = (head: Partial<PlaybackHead> = {}, events: PlaybackEvent[] = [OPENED]) =>
  Uint8Array.from([
    ...encodeFrame({ kind: 'head', head: { ...HEAD, ...head } }),
    ...encodeFrame({ kind: 'events', events }),
    ...encodeFrame({ kind: 'runs', runs: [RUN] }),
    ...encodeFrame({ kind: 'edits', edits: edits() }),
    ...encodeFrame({ kind: 'end' }),
  ]);

const NO_CARDS = { own: null, cards: [], criteria: [] };
const otherReply = (url: string) => Response.json(url.endsWith('/scorecards') ? NO_CARDS : { company: aCompany });

function serve(reply: () => Response): void {
  vi.stubGlobal('fetch', async (url: string) => (url.endsWith('/playback') ? reply() : otherReply(url)));
}

const open = async (reply: () => Response = () => new Response(recordingBytes(), { headers: { etag: '"1"' } })) => {
  serve(reply);
  // jsdom answers every media query alike: a wide screen, with motion.
  await renderScreen(<PlaybackScreen interviewId={RUN.id} />, { wide: false });
};
const refused = (status: number, code: string, message: string) => () => Response.json({ code, message }, { status });
const text = async () => (await screen.findByLabelText('Text')).textContent;
const timeline = () => screen.findByRole('slider', { name: 'Timeline' });

beforeEach(() => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});
afterEach(() => {
  localStorage.clear();
  location.hash = '';
  noteAnswer(true);
  vi.unstubAllGlobals();
});

test('shows the code, the run and the moments of any time', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeTruthy();
  expect(await text()).toBe('');
  fireEvent.change(await timeline(), { target: { value: String(50 * SECOND_MS) } });
  expect(await text()).toBe('print');
  expect(screen.queryByText('the output')).toBe(null);
  const moments = within(screen.getByRole('complementary', { name: 'Moments' }));
  expect(moments.getAllByRole('link').map((link) => link.textContent)).toEqual([
    '0:00Ines: Session started',
    '6:40Ada: Ran Python: Finished in 0.02 s with lodash 4.18.1',
    '13:20Session ended',
  ]);
  expect(screen.getByRole('button', { name: 'Ines, interviewer' })).toBeTruthy();
  expect(screen.queryByRole('tablist', { name: 'Files' })).toBe(null);
  expect(screen.queryByRole('switch', { name: 'Follow edits' })).toBe(null);
  await userEvent.click(moments.getByRole('link', { name: /Ran Python/ }));
  expect(location.hash).toBe('#t=400.24');
  expect(await text()).toBe('print(1)');
  fireEvent.change(await timeline(), { target: { value: String(500 * SECOND_MS) } });
  expect(within(screen.getByRole('region', { name: 'Output' })).getByText('the output')).toBeTruthy();
});

test('reports no unreachable server after leaving before the reply', async () => {
  const onAbort = vi.fn<() => void>();
  const silent = ({ signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => (onAbort(), reject(new DOMException('Aborted', 'AbortError'))));
    });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) =>
    url.endsWith('/playback') ? silent(init) : otherReply(url),
  );
  const Playback = () => {
    const [isLeft, setLeft] = useState(false);
    return (
      <>
        <OfflineStrip />
        {!isLeft && <PlaybackScreen interviewId={RUN.id} />}
        <button onClick={() => setLeft(true)}>Leave</button>
      </>
    );
  };
  await renderScreen(<Playback />);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(onAbort).toHaveBeenCalled();
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(screen.queryByText(/can’t reach the server/)).toBeNull();
});

test('prints facts, final code, last result and moments', async () => {
  await open();
  await screen.findByRole('button', { name: 'Play' });
  fireEvent(window, new Event('beforeprint'));
  const printed = screen.getByRole('article').textContent;
  for (const part of ['Ada', 'with Ines, Acme', 'Final code, Python', 'print(1)', 'the output', '6:40 Ada: Ran Python'])
    expect(printed).toContain(part);
  fireEvent(window, new Event('afterprint'));
  expect(screen.queryByRole('article')).toBe(null);
});

test('plays and pauses, by button and by space', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Play' }));
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  document.body.focus();
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
});

test('starts only on a click, and steps with reduced motion', async () => {
  serve(() => new Response(recordingBytes()));
  // Every media query matches: reduced motion, and a small screen.
  await renderScreen(<PlaybackScreen interviewId={RUN.id} />, { wide: true });
  const slider = await timeline();
  const play = screen.getByRole('button', { name: 'Play' });
  const frame = vi.spyOn(window, 'requestAnimationFrame');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  act(() => void vi.advanceTimersByTime(5 * SECOND_MS));
  expect(slider).toHaveProperty('value', '0');
  fireEvent.click(play);
  act(() => void vi.advanceTimersByTime(SECOND_MS - 1));
  expect(slider).toHaveProperty('value', '0');
  act(() => void vi.advanceTimersByTime(1));
  // Two pauses of ten seconds, each in half a second.
  expect(slider).toHaveProperty('value', String(20 * SECOND_MS));
  expect(frame).not.toHaveBeenCalled();
  vi.useRealTimers();
  frame.mockRestore();
});

test('steps by keyboard: one edit, five seconds, a moment', async () => {
  await open();
  const slider = await timeline();
  const press = (key: string, shiftKey = false) => fireEvent.keyDown(document.body, { key, shiftKey });
  press('.');
  press('.');
  expect(await text()).toBe('pr');
  press(',');
  expect(await text()).toBe('p');
  press('ArrowRight');
  expect(slider).toHaveProperty('value', String(15 * SECOND_MS));
  press('ArrowLeft');
  expect(slider).toHaveProperty('value', String(10 * SECOND_MS));
  press('ArrowRight', true);
  expect(slider).toHaveProperty('value', String(RUN.at));
  press('ArrowLeft', true);
  expect(slider).toHaveProperty('value', '0');
  press('5');
  expect(slider).toHaveProperty('value', String(Number(slider.getAttribute('max')) / 2));
});

test('handles its keys after clicks on speeds and moments', async () => {
  await open();
  const moments = within(await screen.findByRole('complementary', { name: 'Moments' }));
  await userEvent.click(await screen.findByRole('radio', { name: '16×' }));
  await userEvent.keyboard('..,');
  expect(await text()).toBe('p');
  await userEvent.keyboard(' ');
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await userEvent.click(moments.getByRole('link', { name: /Ran Python/ }));
  await userEvent.keyboard(' ');
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  // A radio group steps by arrows.
  const speed = screen.getByRole('radio', { name: '16×' });
  expect(fireEvent.keyDown(speed, { key: 'ArrowLeft' })).toBe(true);
});

test('leaves the space to a summary, which it opens', async () => {
  await open();
  const summary = await screen.findByText('About the times');
  expect(fireEvent.keyDown(summary, { key: ' ' })).toBe(true);
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
});

test('opens the moment of its address', async () => {
  location.hash = '#t=31';
  await open();
  expect(await text()).toBe('pri');
});

test.each([
  ['the link of a run', '#t=400.24', true],
  ['an old link, cut to whole seconds', '#t=400', false],
])('opens %s at its moment', async (_, hash, hasRun) => {
  location.hash = hash;
  await open();
  expect(await text()).toBe('print(1)');
  expect(screen.queryByText('the output') !== null).toBe(hasRun);
});

test('offers a larger plan where the plan has no playback', async () => {
  await open(refused(402, 'plan_required', 'Your Starter plan does not include playback.'));
  expect(await screen.findByText('Your Starter plan does not include playback.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'View plans' }).getAttribute('href')).toBe('/subscription-plans');
});

test('says when playback opens', async () => {
  await open(refused(409, 'conflict', 'You can play this session back after it ends.'));
  expect(await screen.findByText('You can play this session back after it ends.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to sessions' })).toBeTruthy();
});

const CARD = {
  id: RUN.id,
  author_name: 'Ines',
  is_own: true,
  from_playback: false,
  submitted_at: '2026-11-17T15:00:00.000Z',
  changed_at: null,
  first_content: null,
  content: {
    notes: [
      { minute: 1, text: 'asked about empty lists' },
      { minute: null, text: 'before the session' },
    ],
    ratings: [{ criterion: 'code', grade: 3, evidence: 'sorted first' }],
    overall: 'yes',
    summary: 'A clear yes.',
  },
};
const CARDS = {
  own: { content: CARD.content },
  cards: [CARD],
  criteria: [{ id: 'code', name: 'Writes working code', meanings: ['a', 'b', 'works with little help', 'd'] }],
};
/** Opens the player of a recording with a question and a scorecard. */
async function openWithExtras() {
  const { length } = encodeFrame({ kind: 'head', head: HEAD });
  const bytes = recordingBytes();
  const questions = encodeFrame({ kind: 'questions', questions: [{ number: 1, text: 'Merge the intervals.' }] });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/playback'))
      return new Response(Uint8Array.from([...bytes.slice(0, length), ...questions, ...bytes.slice(length)]));
    return url.endsWith('/scorecards') ? Response.json(CARDS) : otherReply(url);
  });
  await renderScreen(<PlaybackScreen interviewId={RUN.id} />, { wide: false });
}

test('shows the account its own notes, and prints none', async () => {
  await openWithExtras();
  const note = await screen.findByRole('link', { name: /Your note/ });
  expect(note.textContent).toBe('1:00Your note: asked about empty lists');
  expect(note.getAttribute('href')).toBe('#t=60');
  expect(screen.queryByText('before the session')).toBe(null);
  fireEvent(window, new Event('beforeprint'));
  const printed = screen.getByRole('article').textContent;
  for (const absent of ['empty lists', 'Merge the intervals', 'A clear yes']) expect(printed).not.toContain(absent);
});

test('shows the questions beside the code', async () => {
  await openWithExtras();
  await userEvent.click(await screen.findByRole('tab', { name: 'Questions' }));
  expect(await within(screen.getByRole('tabpanel')).findByText('Merge the intervals.')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Scorecards' })).toBe(null);
});

test('prints question texts and scorecards only when they are chosen, without notes', async () => {
  let printed = '';
  vi.stubGlobal('print', () => {
    fireEvent(window, new Event('beforeprint'));
    printed = screen.getByRole('article').textContent;
    fireEvent(window, new Event('afterprint'));
  });
  await openWithExtras();
  const printWith = async (...switches: string[]) => {
    await userEvent.click(await screen.findByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Print' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Print' }));
    for (const name of switches) await userEvent.click(dialog.getByRole('switch', { name }));
    await userEvent.click(dialog.getByRole('button', { name: 'Print' }));
    return printed;
  };
  expect(await screen.findByRole('link', { name: /Your note/ })).toBeTruthy();
  const plain = await printWith();
  for (const absent of ['Merge the intervals', 'A clear yes']) expect(plain).not.toContain(absent);
  const whole = await printWith('With question texts', 'With scorecards');
  for (const part of ['Question 1Merge the intervals.', 'Ines: Yes', 'A clear yes.', 'Writes working code: 3 of 4'])
    expect(whole).toContain(part);
  for (const part of ['works with little help', 'sorted first']) expect(whole).toContain(part);
  expect(whole).not.toContain('empty lists');
});

test('lets an owner remove a stretch, and plays the rest', async () => {
  const sent: unknown[] = [];
  let closed: PlaybackHead['closed'] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (url.endsWith('/playback')) return new Response(recordingBytes({ closed }), { headers: { etag: '"1"' } });
    if (method !== 'POST') return otherReply(url);
    closed = [{ from: 20 * SECOND_MS, to: 40_999 }];
    sent.push([url, body]);
    return Response.json({ stretch: closed[0] }, { status: 201 });
  });
  location.hash = '#t=20';
  await renderScreen(<PlaybackScreen interviewId={RUN.id} />, { wide: false });
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove a section' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove a section' }));
  expect(dialog.getByLabelText('From')).toHaveProperty('value', '0:20');
  const to = dialog.getByLabelText('To');
  await userEvent.clear(to);
  await fill(to, '0:10');
  expect(dialog.getByRole('button', { name: 'Remove…' })).toHaveProperty('disabled', true);
  await userEvent.clear(to);
  await fill(to, '0:40');
  expect(dialog.getByRole('status').textContent).toBe('3 edits will become one step.');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove…' }));
  const warning = within(await screen.findByRole('alertdialog', { name: 'Remove 0:20 to 0:40?' }));
  expect(warning.getByText(/cannot be undone/)).toBeTruthy();
  await userEvent.click(warning.getByRole('button', { name: 'Remove for good' }));
  expect(await screen.findByText('An owner removed 21 s')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBe(null);
  expect(sent).toEqual([[`/api/interview-sessions/${RUN.id}/closed-stretches`, JSON.stringify(closed[0])]]);
});

test('drops a recording that fails to load after a removal', async () => {
  let isRemoved = false;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (url.endsWith('/playback')) {
      if (isRemoved) return Response.json({}, { status: 500 });
      return new Response(recordingBytes(), { headers: { etag: '"1"' } });
    }
    if (method !== 'POST') return otherReply(url);
    isRemoved = true;
    return Response.json({ stretch: { from: 20 * SECOND_MS, to: 50_999 } }, { status: 201 });
  });
  location.hash = '#t=20';
  await renderScreen(<PlaybackScreen interviewId={RUN.id} />, { wide: false });
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove a section' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove for good' }));

  expect(await screen.findByText('Failed to load the recording')).toBeTruthy();
  expect(screen.queryByLabelText('Text')).toBeNull();
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  isRemoved = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await text()).toBe('pr');
});

test('lets an owner remove a stretch with a question’s last tests', async () => {
  const data = { id: RUN.id, number: 1, passed: 1, total: 2, hidden: null };
  const events = [500, 600].map((s): PlaybackEvent => ({ at: s * SECOND_MS, by: 1, kind: 'tests_run', data }));
  location.hash = '#t=500';
  await open(() => new Response(recordingBytes({}, events)));
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove a section' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove a section' }));
  expect(dialog.getByRole('button', { name: 'Remove…' })).toHaveProperty('disabled', true);
  const to = dialog.getByLabelText('To');
  await userEvent.clear(to);
  await fill(to, '10:00');
  expect(dialog.getByRole('status').textContent).toBe('1 report of tests will be deleted.');
  expect(dialog.getByRole('button', { name: 'Remove…' })).toHaveProperty('disabled', false);
  const from = dialog.getByLabelText('From');
  await userEvent.clear(from);
  await fill(from, '1:20');
  expect(dialog.getByRole('status').textContent).toBe(
    '1 edit will become one step, and 1 run and 1 report of tests will be deleted.',
  );
});

test('lets an owner remove a stretch in which only files got names and a data set was attached', async () => {
  const events: PlaybackEvent[] = [
    { at: 500 * SECOND_MS, by: 1, kind: 'file_created', data: { root: 'code2', name: 'secret.py' } },
    { at: 501 * SECOND_MS, by: 1, kind: 'data_set', data: { name: 'secret' } },
    { at: 502 * SECOND_MS, by: 1, kind: 'file_deleted', data: { root: 'code2', name: 'secret.py' } },
  ];
  location.hash = '#t=500';
  await open(() => new Response(recordingBytes({}, events)));
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove a section' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove a section' }));
  await userEvent.clear(dialog.getByLabelText('To'));
  await fill(dialog.getByLabelText('To'), '10:00');

  const text = '1 data set will be deleted, and 1 name of a file will be replaced.';
  expect(dialog.getByRole('status').textContent).toBe(text);
  expect(dialog.getByRole('button', { name: 'Remove…' })).toHaveProperty('disabled', false);
});

test('offers an interviewer no removal', async () => {
  const interviewer = { id: RUN.id, name: 'Ines', email: 'ines@acme.test', role: 'interviewer' };
  localStorage.setItem('user', JSON.stringify(interviewer));
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/playback')) return new Response(recordingBytes());
    return url.endsWith('/user') ? Response.json({ company: aCompany, user: interviewer }) : otherReply(url);
  });
  await renderScreen(<PlaybackScreen interviewId={RUN.id} />, { wide: false });
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Download playback', 'Print']);
});

test.each([
  ['beside the title', false, ['Print', 'Remove a section']],
  ['in the menu of a phone', true, ['Print', 'Plans with links and files', 'Remove a section']],
])('offers the plans %s instead of links and files where the plan has none', async (_where, isSmall, items) => {
  const company = { ...aCompany, plan: aPlan({ recording_enabled: false }) };
  localStorage.setItem('company', JSON.stringify(company));
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/playback')) return new Response(recordingBytes());
    return url.endsWith('/user') ? Response.json({ company }) : otherReply(url);
  });
  await renderScreen(<PlaybackScreen interviewId={RUN.id} />, { wide: isSmall });
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  expect(screen.queryAllByRole('link', { name: 'Plans with links and files' })).toHaveLength(isSmall ? 0 : 1);
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(items);
});

test('tries again after a failure', async () => {
  let reply: () => Response = () => new Response('', { status: 500 });
  await open(() => reply());
  await screen.findByText('Failed to load the recording');
  reply = () => new Response(recordingBytes());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Play' })).toBeTruthy();
});

test.each([
  [{ edits: 'too_many' } as const, /too many to play/],
  [{ hasTimeline: false }, /before runs and moments were recorded/],
  [{ isFull: true as const }, /^More happened than can be recorded/],
])('says what a recording lacks: %j', async (head, words) => {
  await open(() => new Response(recordingBytes(head)));
  expect(await screen.findByText(words)).toBeTruthy();
});
