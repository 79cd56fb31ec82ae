import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { EditorHandle } from './languages/editor-pane.ts';
import { KeyRow } from './KeyRow.tsx';

const handle = () => ({
  focus: vi.fn<EditorHandle['focus']>(),
  insert: vi.fn<EditorHandle['insert']>(),
  indent: vi.fn<EditorHandle['indent']>(),
  outdent: vi.fn<EditorHandle['outdent']>(),
  find: vi.fn<EditorHandle['find']>(),
  reveal: vi.fn<EditorHandle['reveal']>(),
  undo: vi.fn<EditorHandle['undo']>(),
  redo: vi.fn<EditorHandle['redo']>(),
  mark: vi.fn<EditorHandle['mark']>(),
  goTo: vi.fn<EditorHandle['goTo']>(),
});

test('types into the editor without taking the focus from it', () => {
  const editor = handle();
  render(<KeyRow handle={editor} language="sql" disabled={false} />);
  const brace = screen.getByRole('button', { name: '{' });
  const down = createEvent.pointerDown(brace);
  fireEvent(brace, down);
  expect(down.defaultPrevented).toBe(true);
  for (const name of ['{', 'Tab', 'Shift+Tab', 'Enter', 'Undo', 'Redo', 'Find'])
    fireEvent.click(screen.getByRole('button', { name }));
  expect(editor.insert.mock.calls).toEqual([['{'], ['\n']]);
  expect(editor.indent).toHaveBeenCalledOnce();
  expect(editor.outdent).toHaveBeenCalledOnce();
  expect(editor.undo).toHaveBeenCalledOnce();
  expect(editor.find).toHaveBeenCalledOnce();
  expect(editor.redo).toHaveBeenCalledOnce();
});

test('begins with brackets, quotes and the colon', () => {
  render(<KeyRow handle={handle()} language="go" disabled={false} />);
  const names = screen.getAllByRole('button').map((key) => key.getAttribute('aria-label'));
  expect(names.slice(0, 6)).toEqual(['(', '[', '{', ':', '"', "'"]);
  expect(names.indexOf('Tab')).toBeGreaterThan(names.indexOf('}'));
});

test.each([
  ['python', [':', '(', '"', '[']],
  ['typescript', ['(', '{', '"', '=']],
])('begins with what %s needs most, and has every key once', (language, first) => {
  render(
    <KeyRow handle={handle()} language={language} disabled={false} last={<button type="button">New file</button>} />,
  );
  const names = screen.getAllByRole('button').map((key) => key.getAttribute('aria-label') ?? key.textContent);
  expect(names.slice(0, first.length)).toEqual(first);
  expect(new Set(names).size).toBe(names.length);
  expect(names.at(-1)).toBe('New file');
  for (const bracket of ['(', ')', '[', ']', '{', '}']) expect(names).toContain(bracket);
});

test('disables its keys while the code is read-only', () => {
  render(<KeyRow handle={handle()} language="sql" disabled />);
  expect(screen.getAllByRole('button').every((key) => key.hasAttribute('disabled'))).toBe(true);
});

test('types into the held text while the editor is paused', () => {
  const typed = vi.fn<(text: string) => void>();
  const editor = handle();
  render(<KeyRow handle={editor} language="python" disabled hold={typed} />);
  for (const name of ['(', '(', 'Tab', 'Enter']) fireEvent.click(screen.getByRole('button', { name }));
  expect(typed.mock.calls).toEqual([['('], ['('], ['    '], ['\n']]);
  expect(editor.insert).not.toHaveBeenCalled();
  for (const name of ['Shift+Tab', 'Undo', 'Redo', 'Find'])
    expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
});
