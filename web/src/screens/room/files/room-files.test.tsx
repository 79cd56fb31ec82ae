import { createAtom } from '@tanstack/store';
import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import { showTooLong } from '../../../features/documents/sync/edits/length-limit.ts';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import { aRoomState } from '../../../testing/examples.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { FilePlace } from './FilePlace.tsx';
import { filesAction } from './files-action.ts';
import { NewFileButton } from './NewFileButton.tsx';
import { useShownFile } from './useShownFile.ts';

const noop = () => undefined;

beforeEach(() => {
  const media = { matches: false, addEventListener: noop, removeEventListener: noop };
  vi.stubGlobal('matchMedia', () => media);
  Element.prototype.scrollIntoView = () => undefined;
});

const TWO = {
  files: [
    { root: 'code', name: 'main.py' },
    { root: 'code2', name: 'util.py' },
  ],
  deleted: [{ root: 'code3', name: 'old.py' }],
};

function aRoom(state: Partial<RoomState>, userType: 'candidate' | 'interviewer' = 'candidate') {
  const store = createAtom(aRoomState(state));
  const asked: unknown[] = [];
  const request = async (event: string, payload: object) => {
    asked.push([event, payload]);
    return { ok: true, root: 'code4' };
  };
  const shown = createAtom('code');
  const awareness = { on: () => undefined, off: () => undefined };
  const ada = { root: 'code2', owner: { id: 'p-1', name: 'Ada', color: 'red' } };
  const replica = createAtom({ gate: { editing: new Y.Doc() }, cursors: { awareness, peers: () => [ada, ada] } });
  const code = { shown, replica, follow: () => undefined };
  const room = { userType, connection: { store, request }, code, editor: createAtom(null) };
  return { room: room as unknown as LiveRoom, store, shown, asked };
}

test('shows one file without a list, and creates the second one', async () => {
  const { room, asked, shown } = aRoom({ filesAllowed: true });
  const { container } = render(<FilePlace room={room} />);
  expect(container.innerHTML).toBe('');
  render(<NewFileButton room={room} />);
  await userEvent.click(screen.getByRole('button', { name: 'New file' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'main.sql{Enter}');
  expect(await screen.findByText('There is main.sql already.')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'util.sql{Enter}');
  expect(asked).toMatchObject([['file:create', { name: 'util.sql' }]]);
  expect(shown.get()).toBe('code4');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('creates a file by a second press if the reply to the first was lost', async () => {
  const { room, store, shown, asked } = aRoom({ filesAllowed: true });
  const { request } = room.connection;
  const lost = { ok: false, error: { code: 'unavailable', message: 'There is no connection.' } };
  Object.assign(room.connection, { request: async () => lost });
  render(<NewFileButton room={room} />);
  await userEvent.click(screen.getByRole('button', { name: 'New file' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'util.py{Enter}');
  await screen.findByText(/connection/);
  Object.assign(room.connection, { request });
  act(() => store.set((state) => ({ ...state, files: TWO })));
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
  expect(asked).toMatchObject([['file:create', { name: 'util.py' }]]);
  expect(shown.get()).toBe('code4');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['a candidate who may not', { filesAllowed: false }, 'candidate' as const],
  ['an ended interview', { filesAllowed: true, ended: { message: '', endedBy: '' } }, 'interviewer' as const],
])('offers no new file to %s', (_name, state, userType) => {
  render(<NewFileButton room={aRoom(state, userType).room} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('offers the button once the server says who may create files', () => {
  render(<NewFileButton room={aRoom({ filesAllowed: null }, 'interviewer').room} />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'New file' }).disabled).toBe(true);
});

test('says how much of the limit the deleted files of a room hold', async () => {
  const { room, store } = aRoom({ filesAllowed: true, files: TWO });
  const { editing } = room.code.replica.get().gate;
  editing.getText('code2').insert(0, 'x'.repeat(150_000));
  render(<FilePlace room={room} />);
  await screen.findByRole('tablist', { name: 'Files' });
  const said = () => {
    toastStore.set([]);
    showTooLong(200_001, editing);
    return toastStore.get()[0]?.text;
  };
  expect(said()).not.toContain('Deleted files');
  const [first, second] = TWO.files;
  act(() =>
    store.set((state) => ({
      ...state,
      files: { files: [first, second].slice(0, 1), deleted: [second] } as typeof TWO,
    })),
  );
  expect(said()).toContain('Deleted files hold 150,000 characters of it: restore and empty them.');
});

test('shows several files as tabs, with who is where, and the actions on them', async () => {
  const { room, store, shown, asked } = aRoom({ filesAllowed: true, files: TWO });
  render(<FilePlace room={room} />);
  const list = await screen.findByRole('tablist', { name: 'Files' });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['main.py', 'util.py']);
  expect(await screen.findAllByTitle('Ada is here')).toHaveLength(1);
  const descriptions = screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-description'));
  expect(descriptions).toEqual([null, 'Ada is here']);
  expect(screen.getByRole('tab', { selected: true }).getAttribute('aria-controls')).toBe('files-panel');
  await userEvent.click(screen.getByRole('button', { name: 'File actions' }));
  expect(screen.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Restore old.py' }));
  expect(shown.get()).toBe('code3');
  await userEvent.click(screen.getByRole('tab', { name: 'util.py' }));
  expect(shown.get()).toBe('code2');
  await userEvent.click(screen.getByRole('button', { name: 'File actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(asked).toEqual([
    ['file:restore', { root: 'code3' }],
    ['file:delete', { root: 'code2' }],
  ]);
  act(() => store.set((state) => ({ ...state, filesAllowed: false })));
  expect(screen.queryByRole('button', { name: 'New file' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'File actions' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Search files']);
  expect(list.isConnected).toBe(true);
});

test('describes on a phone who is in which file', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
  render(<FilePlace room={aRoom({ filesAllowed: true, files: TWO }).room} />);
  const file = await screen.findByRole('button', { name: 'util.py' });
  expect(file.getAttribute('aria-description')).toBe('Ada is here');
});

test('moves between the tabs by arrow keys, Home and End', async () => {
  const { room, shown } = aRoom({ filesAllowed: true, files: TWO });
  render(<FilePlace room={room} />);
  act(() => screen.getByRole('tab', { name: 'main.py' }).focus());
  const places: string[] = [];
  for (const key of ['End', 'ArrowRight', 'ArrowLeft', 'Home']) {
    await userEvent.keyboard(`{${key}}`);
    places.push(shown.get());
  }
  expect(places).toEqual(['code2', 'code', 'code2', 'code']);
});

test('takes the focus from the text of a file that somebody else deletes, and from nothing else', () => {
  const { room, store, shown } = aRoom({ files: TWO });
  const text = document.body.appendChild(document.createElement('textarea'));
  const notes = document.body.appendChild(document.createElement('input'));
  room.editor.set({ hasFocus: () => document.activeElement === text } as EditorHandle);
  renderHook(() => useShownFile(room));
  const loseUtil = (focused: HTMLElement) => {
    act(() => store.set((state) => ({ ...state, files: TWO })));
    act(() => shown.set('code2'));
    focused.focus();
    const [main, util] = TWO.files;
    const list = { files: main ? [main] : [], deleted: util ? [util] : [], by: { id: 'p-1', name: 'Ada' } };
    act(() => store.set((state) => ({ ...state, files: list })));
    expect(shown.get()).toBe('code');
  };
  loseUtil(notes);
  expect(document.activeElement).toBe(notes);
  loseUtil(text);
  expect(document.activeElement).toBe(document.body);
  for (const field of [text, notes]) field.remove();
});

test('lets interviewers say who changes files', async () => {
  const { room, store, asked } = aRoom({ filesAllowed: true }, 'interviewer');
  const action = filesAction(room, store.get());
  expect(action).toMatchObject({ label: 'Candidates can change files', isOn: true });
  action.onSelect?.();
  expect(asked).toEqual([['file:allow', { isAllowed: false }]]);
  expect(filesAction(room, aRoomState({ filesAllowed: null }))).toMatchObject({ isOn: false, disabled: true });
});

test('stays open while a file is created, and tells why it was not', async () => {
  const { room } = aRoom({ filesAllowed: true });
  const reply = Promise.withResolvers<object>();
  Object.assign(room.connection, { request: () => reply.promise });
  render(<NewFileButton room={room} />);
  await userEvent.click(screen.getByRole('button', { name: 'New file' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'util.py{Enter}');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
  await userEvent.keyboard('{Escape}');
  reply.resolve({ ok: false, error: { code: 'unavailable', message: 'There is no connection.' } });
  expect(await screen.findByText(/connection/)).toBeTruthy();
});

test('stops following when the actions of a file open', async () => {
  const { room } = aRoom({ filesAllowed: true, files: TWO });
  const followed = vi.fn<(id: string | null) => void>();
  Object.assign(room.code, { follow: followed });
  render(<FilePlace room={room} />);
  await userEvent.click(await screen.findByRole('button', { name: 'File actions' }));
  expect(followed.mock.calls).toEqual([[null]]);
});
