import '../../../../testing/fake-indexed-db.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { toBase64 } from '../../sync/base64.ts';
import type { DocumentTransport } from '../../sync/document-transport.ts';
import { newOperationId } from '../../../../shared/api/operation-id.ts';
import { useStore } from '../../../../shared/store.ts';
import { LiveCode } from '../../sync/live-code.ts';
import type { EditorHandle } from '../languages/editor-pane.ts';
import { PausedTyping } from './PausedTyping.tsx';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));

const ok = { ok: true } as const;
const empty = new Y.Doc();
const server: DocumentTransport = {
  open: () =>
    Promise.resolve({
      ...ok,
      language: 'sql',
      update: toBase64(Y.encodeStateAsUpdate(empty)),
      stateVector: toBase64(Y.encodeStateVector(empty)),
      firstClientId: 2 ** 48,
    }),
  update: () => new Promise(() => undefined),
  changeLanguage: () => Promise.resolve(ok),
  moveCursor: () => undefined,
  noteOffline: () => Promise.resolve(ok),
};

/** A room's pane, whose editor is a field of text; the connection is lost after this text. */
async function pause(text: string, { isStored = true } = {}) {
  // Each has a disk of their own.
  const ada = { id: newOperationId(), name: 'Ada' };
  const code = new LiveCode('private-room-abc123def', server);
  code.gate.mode = 'instant';
  await code.open(ada);
  code.gate.text.insert(0, text);
  const editor = () => screen.getByLabelText<HTMLTextAreaElement>('Code editor');
  const keys: string[] = [];
  let cursor = text.length;
  const handle = {
    focus: () => editor().focus(),
    hasFocus: () => document.activeElement === editor(),
    isCommanding: () => false,
    selection: () => ({ from: cursor, to: cursor }),
    select: (index: number) => void (cursor = index),
    caret: () => ({ left: 0, top: 0, height: 20 }),
    onCaretMove: () => () => undefined,
  } as unknown as EditorHandle;
  const keep = vi.fn<() => Promise<boolean>>(async () =>
    isStored ? code.typeOffline({ language: 'sql', interview: null }) : false,
  );
  const Pane = () => {
    const isPaused = useStore(code.store, ({ isOpen, isTypingOffline }) => !isOpen && !isTypingOffline);
    return (
      <div>
        <textarea aria-label="Code editor" readOnly={isPaused} onKeyDown={({ key }) => keys.push(key)} />
        <PausedTyping code={code} handle={handle} isPaused={isPaused} onKeep={keep} />
      </div>
    );
  };
  const { rerender } = render(<Pane />);
  await act(async () => editor().focus());
  const lose = () => act(async () => code.close());
  await lose();
  const reconnect = () => act(async () => void (await code.open(ada)));
  return {
    code,
    editor,
    keep,
    keys,
    lose,
    reconnect,
    hide: () => rerender(<p>Please wait</p>),
    show: () => rerender(<Pane />),
    moveCursor: (to: number) => (cursor = to),
    cursorAt: () => cursor,
  };
}

const popover = () => screen.queryByText('Not connected');
const input = () => screen.getByLabelText<HTMLTextAreaElement>('What you type is held here');

test('holds keys typed while paused and inserts them with Enter, twice', async () => {
  const { code, editor, keep, lose, reconnect } = await pause('one\n');
  expect(document.activeElement).toBe(input());
  expect(popover()).toBeNull();
  // Without a pause between the keys.
  await userEvent.keyboard('two{Enter}three');
  await vi.waitFor(() => expect(keep).toHaveResolved());
  // The keys after Enter are for the editor.
  expect(`${code.text}${editor().value}`).toBe('one\ntwo\nthree');
  expect(popover()).toBeNull();
  expect(document.activeElement).toBe(editor());

  // The connection is back and lost again.
  const before = code.text;
  await reconnect();
  await lose();
  await userEvent.keyboard('{Backspace}');
  expect(popover()).toBeTruthy();
  await userEvent.keyboard('four');
  await userEvent.click(screen.getByRole('button', { name: 'Keep typing on this device' }));
  await vi.waitFor(() => expect(code.text).toBe(`${before}four`));
  expect(document.activeElement).toBe(editor());
});

test('holds keys typed while the device gets ready after “Keep typing”', async () => {
  const { code, editor, keep } = await pause('one ');
  const ready = Promise.withResolvers<void>();
  const typeOffline = keep.getMockImplementation();
  keep.mockImplementationOnce(async () => {
    await ready.promise;
    return typeOffline?.() ?? false;
  });
  await userEvent.keyboard('two');
  await userEvent.click(screen.getByRole('button', { name: 'Keep typing on this device' }));

  await userEvent.keyboard(' three');
  await act(async () => ready.resolve());

  await vi.waitFor(() => expect(code.text).toBe('one two three'));
  expect(document.activeElement).toBe(editor());
});

test('discards held text by Escape and says so, twice', async () => {
  const { code } = await pause('one');
  for (const text of ['two', 'three']) {
    await userEvent.keyboard(text);
    expect(input().value).toBe(text);
    await userEvent.keyboard('{Escape}');
    expect(popover()).toBeNull();
    expect(code.store.get().isTypingAside).toBe(false);
  }
  expect(code.text).toBe('one');
});

test('inserts held text at the cursor when the connection is back', async () => {
  const { code, reconnect, moveCursor, cursorAt } = await pause('one three');
  moveCursor('one '.length);
  await userEvent.keyboard('two ');
  await reconnect();
  expect(code.text).toBe('one two three');
  expect(cursorAt()).toBe('one two '.length);
  expect(popover()).toBeNull();
});

test('puts text held before the pane was hidden into the document when it is shown again', async () => {
  const { code, reconnect, hide, show } = await pause('one ');
  await userEvent.keyboard('two');
  hide();
  await reconnect();
  expect(code.text).toBe('one ');
  show();
  expect(code.text).toBe('one two');
  expect(popover()).toBeNull();
});

test('empties its input if the held text was put into the document elsewhere', async () => {
  const { code, reconnect, moveCursor } = await pause('one');
  await userEvent.keyboard(' two');
  act(() => void code.insertAside());
  expect(code.text).toBe('one two');
  expect(popover()).toBeNull();
  expect(input().value).toBe('');
  moveCursor('one two'.length);
  await userEvent.keyboard(' three');
  await reconnect();
  expect(code.text).toBe('one two three');
});

test('waits for the end of a word of an input method', async () => {
  const { code, reconnect } = await pause('');
  fireEvent.compositionStart(input());
  fireEvent.input(input(), { target: { value: 'に' } });
  await reconnect();
  expect(code.text).toBe('');
  fireEvent.input(input(), { target: { value: '日' } });
  fireEvent.compositionEnd(input());
  expect(code.text).toBe('日');
});

test('holds a pasted text while the editor is paused', async () => {
  const { code, reconnect } = await pause('');
  await userEvent.paste('SELECT 1;\nSELECT 2;');
  expect(popover()).toBeTruthy();
  await reconnect();
  expect(code.text).toBe('SELECT 1;\nSELECT 2;');
});

test('gives keys that type nothing to the editor, and takes the next letter', async () => {
  const { editor, keys } = await pause('one');
  await userEvent.keyboard('{ArrowLeft}');
  expect(keys).toEqual(['ArrowLeft']);
  expect(popover()).toBeNull();
  expect(document.activeElement).toBe(input());
  await act(async () => editor().focus());
  await userEvent.keyboard('x');
  expect([input().value, editor().value]).toEqual(['x', '']);
});

test('keeps held text waiting if the device stores nothing', async () => {
  const { code, reconnect, keep } = await pause('', { isStored: false });
  await userEvent.keyboard('one{Enter}');
  expect(await screen.findByText('This device cannot keep it. It waits here.')).toBeTruthy();
  await userEvent.keyboard('two');
  expect(keep).toHaveBeenCalledOnce();
  expect(code.text).toBe('');
  await reconnect();
  expect(code.text).toBe('one\ntwo');
});

test('holds what a row of keys types, and keeps it at its Enter', async () => {
  const { code, editor, keep, lose, reconnect } = await pause('one\n');
  for (const line of ['two', 'three']) {
    const press = async (key: string) => act(async () => code.pausedInput.get()?.type(key));
    await press('(');
    expect(popover()).toBeTruthy();
    await userEvent.keyboard(line);
    await press(')');
    expect(input().value).toBe(`(${line})`);
    await press('\n');
    await vi.waitFor(() => expect(code.text).toContain(`(${line})\n`));
    expect(document.activeElement).toBe(editor());
    expect(code.pausedInput.get()).toBeNull();
    await reconnect();
    await lose();
  }
  expect(keep).toHaveBeenCalledTimes(2);
});

test('puts the text into the file that it was typed into when another file is shown', async () => {
  const { code, reconnect } = await pause('one ');
  await userEvent.keyboard('two');
  await act(async () => code.shown.set('code2'));
  expect(popover()).toBeNull();
  await reconnect();
  expect([code.textOf('code'), code.textOf('code2')].map(String)).toEqual(['one two', '']);
});
