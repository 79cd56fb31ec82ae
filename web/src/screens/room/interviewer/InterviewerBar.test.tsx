import type { Participant } from '@cip/contracts/rooms/rooms';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { serverNow } from '../../../shared/api/server-time.ts';
import { anInterview, aRoomState } from '../../../testing/examples.ts';
import { serveApi } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { callActions } from '../actions/call-action.ts';
import { InterviewerBar } from './InterviewerBar.tsx';
import type { RoomActions } from './room-actions.ts';

const nothing = () => undefined;
const aCandidate: Participant = { id: 'ada', name: 'Ada', type: 'candidate', authenticated: true };

type ChangedActions = { [Group in keyof RoomActions]?: Partial<RoomActions[Group]> };

interface Situation {
  joinedAt?: string | null;
  callLink?: string | null;
  /** True if only the media queries of wide screens match, false if only the narrow ones; if absent, all match. */
  isWide?: boolean;
  /** The only part of media queries that matches. */
  media?: string;
}

async function showBar(
  changes: Partial<RoomState>,
  { code, people, session }: ChangedActions = {},
  { joinedAt = null, callLink = null, isWide, media }: Situation = {},
) {
  const actions: RoomActions = {
    link: { copy: nothing, share: nothing, showCode: nothing, invite: null },
    code: { save: nothing, format: [], settings: nothing, changeTypingMode: nothing, changeLanguage: nothing, ...code },
    people: {
      colorOf: () => 'red',
      actionsOf: () => [{ label: 'Follow' }],
      call: [],
      access: [],
      isChiming: true,
      toggleChime: nothing,
      ...people,
    },
    session: { questions: nothing, readyQuestions: 0, notes: nothing, end: nothing, ...session },
  };
  serveApi({});
  const interview = { ...anInterview({ call_link: callLink }), candidate_joined_at: joinedAt, code_editor_data: [] };
  const state = aRoomState(changes);
  return renderScreen(
    <InterviewerBar
      {...{ interview, state, actions }}
      isOver={state.ended !== null}
      runs={null}
      canRun={undefined}
      saveState={null}
    />,
    media !== undefined
      ? { matches: (query) => query.includes(media) }
      : isWide === undefined
        ? {}
        : { matches: (query) => query.includes('min-width') === isWide },
  );
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['enter', 'Typing mode: On Enter only. Switch to Realtime (each key)', 'instant'],
  ['instant', 'Typing mode: Realtime (each key). Switch to On Enter only', 'enter'],
] as const)('shows the typing mode %s in the phone’s menu', async (mode, label, other) => {
  const changeTypingMode = vi.fn<RoomActions['code']['changeTypingMode']>();
  // Every media query matches, including the phone's.
  await showBar({ typingMode: mode }, { code: { changeTypingMode } });
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: label }));
  expect(changeTypingMode).toHaveBeenCalledWith(other);
});

test.each([
  ['on a phone', (query: string) => query.includes('max-width')],
  ['on a laptop', (query: string) => !query.includes('max-width')],
])('enables only the back button %s after the end', async (_device, matches) => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: matches(media) }));
  await showBar({ ended: { message: 'Thank you!', endedBy: 'Maya' }, isConnected: false });
  expect(await screen.findByText('Disconnected')).toBeTruthy();
  const enabled = screen.getAllByRole('button').filter((button) => !button.matches(':disabled'));
  expect(enabled.map((button) => button.getAttribute('aria-label'))).toEqual(['Back to sessions']);
});

test('leads back to the sessions with a button, which a screen reader calls so and Space presses', async () => {
  const { history } = await showBar({});
  const back = await screen.findByRole('button', { name: 'Back to sessions' });
  expect(back.tagName).toBe('BUTTON');
  back.focus();
  await userEvent.keyboard(' ');
  await waitFor(() => expect(history.location.pathname).toBe('/sessions'));
});

test.each([
  [0, 'Questions', 'Questions'],
  [2, 'Questions (2 ready)', 'Questions2'],
])('counts the %i questions of the template that are ready at their button', async (readyQuestions, name, count) => {
  await showBar({ participants: [aCandidate] }, { session: { readyQuestions } }, { isWide: true });
  expect((await screen.findByRole('button', { name })).textContent).toBe(count);
});

test.each([
  ['no candidate', [], null, null],
  ['a first candidate', [aCandidate], null, '0:00'],
  ['a candidate for a minute', [aCandidate], 60_000, '1:00'],
  ['a candidate who left', [], 60_000, '1:00'],
])('shows the clock for %s', async (_who, participants, sinceMs, text) => {
  const joinedAt = sinceMs === null ? null : new Date(serverNow() - sinceMs).toISOString();
  await showBar({ participants }, {}, { joinedAt });
  expect(await screen.findByText('Connected')).toBeTruthy();
  expect(screen.queryByRole('timer')?.textContent ?? null).toBe(text);
});

const bob: Participant = { ...aCandidate, id: 'bob', name: 'Bob' };

test.each([
  ['nobody', {}, 'Waiting for Ada Lovelace'],
  ['the candidates', { participants: [aCandidate, bob] }, 'Ada, Bob'],
  ['the expected candidate after the end', { ended: { message: '', endedBy: '' } }, 'Ada Lovelace'],
])('names %s who is here as the title, above the room code', async (_who, changes, title) => {
  await showBar(changes, {}, { isWide: true });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(anInterview({}).room_code)).toBeTruthy();
});

test.each([
  ['alone', [], ['', '', 'Copy link', 'Share link']],
  ['with a candidate', [aCandidate], ['Questions', 'Notes', '', '']],
])('labels the buttons of the next step %s', async (_when, participants, labels) => {
  await showBar({ participants }, {}, { isWide: true });
  await screen.findByText('Connected');
  const names = ['Questions', 'My notes', 'Copy link', 'Share link'];
  expect(names.map((name) => screen.getByRole('button', { name }).textContent)).toEqual(labels);
});

test.each([
  ['a mouse', 'nothing', 1],
  ['fingers, whose keys have the language', 'pointer: coarse', 0],
])('has what the strip has not on a tablet with %s', async (_with, media, languages) => {
  await showBar({}, {}, { media });
  await userEvent.click(await screen.findByRole('button', { name: 'Room access' }));
  expect(screen.getByRole('menuitem', { name: 'Share link' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  expect(screen.queryAllByLabelText('Language')).toHaveLength(languages);
});

test('has the link on a phone on its side, which shows no strip', async () => {
  await showBar({}, {}, { media: 'max-height' });
  expect(await screen.findByRole('button', { name: 'Copy link' })).toBeTruthy();
});

const CALL = 'https://meet.example/abc';

test('shows the call with its host on wide screens', async () => {
  await showBar({}, {}, { callLink: CALL, isWide: true });
  const link = await screen.findByRole('link', { name: 'Join the call at meet.example' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([CALL, 'noopener noreferrer']);
});

test('opens the call in another tab from the phone’s menu', async () => {
  const open = vi.fn<typeof window.open>();
  vi.stubGlobal('open', open);
  await showBar({}, { people: { call: callActions(CALL) } }, { callLink: CALL, isWide: false });
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Join the call at meet.example' }));
  expect(open).toHaveBeenCalledWith(CALL, '_blank', 'noopener,noreferrer');
  expect(screen.queryByRole('link', { name: /^Join the call/ })).toBeNull();
});
