import { createAtom } from '@tanstack/store';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { aRoomState } from '../../../testing/examples.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { FilePlace } from './FilePlace.tsx';
import { fill } from '../../../testing/fill.ts';

beforeEach(() => {
  const media = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => media);
  Element.prototype.scrollIntoView = () => undefined;
});

const FILES = [
  { root: 'code', name: 'main.py' },
  { root: 'code2', name: 'lib/util.py' },
];
const DELETED = { root: 'code3', name: 'old.py' };

/** Renders the files of a candidate's room who may not change them. */
async function show(files = FILES) {
  const editing = new Y.Doc();
  editing.getText('code').insert(0, 'import util\n\nprint(util.PRICE)');
  editing.getText('code2').insert(0, 'price = 1\nPRICE = 3');
  editing.getText('code3').insert(0, 'PRICE = 4');
  const store = createAtom(aRoomState({ filesAllowed: false, files: { files, deleted: [DELETED] } }));
  const awareness = { on: () => undefined, off: () => undefined };
  const replica = createAtom({ gate: { editing }, cursors: { awareness, peers: () => [] } });
  const shown = createAtom('code');
  const done: unknown[] = [];
  const handle = (name: string) => ({
    goTo: (line: number, column: number) => done.push([name, line, column]),
    focus: () => done.push(name),
  });
  const editor = createAtom(handle('code'));
  const code = { shown, replica, follow: (id: unknown) => done.push(['follow', id]) };
  const room = { userType: 'candidate', connection: { store }, code, editor } as unknown as LiveRoom;
  render(<FilePlace room={room} />);
  await screen.findByRole('tablist', { name: 'Files' });
  return { shown, done, editing, openEditor: (name: string) => act(() => editor.set(handle(name))) };
}

const press = (over = {}) => fireEvent.keyDown(window, { key: 'F', ctrlKey: true, shiftKey: true, ...over });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('searches all listed files by key, and shows the chosen place in its file', async () => {
  const { shown, done, openEditor } = await show();
  press();
  const field = await screen.findByRole('combobox', { name: 'Search files' });
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('Searches the text of every file.')).toBeTruthy();
  await fill(field, 'price');
  expect(options()).toEqual(['3print(util.PRICE)', '1price = 1', '2PRICE = 3']);
  const group = within(screen.getByRole('group', { name: 'lib/util.py' }));
  expect(group.getAllByRole('option')).toHaveLength(2);
  expect(screen.getByText('3 lines in 2 files')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Match case' }));
  await userEvent.click(field);
  expect(screen.getByText('1 line in 1 file')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Match case' }));
  await userEvent.click(field);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(shown.get()).toBe('code2');
  openEditor('code2');
  expect(done).toEqual([['follow', null], ['code2', 2, 1], 'code2']);
});

test('starts from the last text, finds what others type meanwhile, and says that nothing was found', async () => {
  const { done, editing } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'File actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Search files' }));
  await fill(await screen.findByRole('combobox'), 'total');
  expect(screen.getByText('No file has this text.')).toBeTruthy();
  act(() => editing.getText('code').insert(0, 'total = 0\n'));
  expect(await screen.findByRole('option')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  press({ key: 'f', ctrlKey: false, metaKey: true });
  const again = await screen.findByRole<HTMLInputElement>('combobox');
  expect([again.value, again.selectionStart, again.selectionEnd]).toEqual(['total', 0, 5]);
  await userEvent.click(screen.getByRole('option'));
  // The menu stopped following, too.
  expect(done).toEqual([['follow', null], ['follow', null], ['code', 1, 1], 'code']);
});

test('offers no search while one file is left', async () => {
  await show(FILES.slice(0, 1));
  press();
  press({ altKey: true });
  expect(screen.queryByRole('button', { name: 'File actions' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
