import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useReducer } from 'react';
import { expect, test, vi } from 'vitest';
import type { EditorHandle, EditorPaneProps } from '../../features/documents/editor/languages/editor-pane.ts';
import { FakeSandbox } from '../../features/runs/testing/fake-sandbox.ts';
import { TRY_KEY } from '../../shared/device/storage-keys.ts';
import { fill } from '../../testing/fill.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { TryScreen } from './TryScreen.tsx';

vi.mock('../../features/documents/EditorPane.tsx', () => ({ EditorPane: PlainEditor, prepareEditor: () => undefined }));
vi.mock('../../features/runs/sandbox/late-sandbox.ts', () => ({
  lateSandbox: () => ({ open: async () => sandbox, close: () => undefined }),
}));

let sandbox: FakeSandbox;

/** A text field in place of the editors. */
function PlainEditor({ gate, onReady }: Pick<EditorPaneProps, 'gate' | 'onReady'>) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    gate.text.observe(draw);
    onReady({ focus: () => undefined, hasFocus: () => false, mark: () => undefined } as unknown as EditorHandle);
    return () => {
      gate.text.unobserve(draw);
      onReady(null);
    };
  }, [gate, onReady]);
  const change = (text: string) => {
    gate.text.delete(0, gate.text.length);
    gate.text.insert(0, text);
  };
  return (
    <textarea
      aria-label="Code"
      value={gate.text.toJSON()}
      onChange={({ target }) => change(target.value)}
      readOnly={false}
    />
  );
}

/** Opens the page on a laptop. */
async function openPage(): Promise<void> {
  sandbox = new FakeSandbox();
  await renderScreen(<TryScreen />, { matches: () => false });
  await screen.findByLabelText('Code');
}

const code = () => screen.getByLabelText<HTMLTextAreaElement>('Code').value;
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const files = ['Output', 'Input'];

async function createFile(name: string, text: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'New file' }));
  await fill(await screen.findByLabelText('Name'), name);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('tab', { name, selected: true });
  await fill(screen.getByLabelText('Code'), text);
}

async function act(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'File actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name }));
}

const HELLO = "console.log('Hello');\n";

test('looks as with one file until there is a second one', async () => {
  await openPage();
  expect(tabs()).toEqual(files);
  expect(screen.queryByRole('tablist', { name: 'Files' })).toBeNull();
  await createFile('util.js', 'exports.a = 1;');
  expect(tabs()).toEqual(['main.js', 'util.js', ...files]);
  expect(screen.getAllByRole('button', { name: 'New file' })).toHaveLength(1);
  await userEvent.click(screen.getByRole('tab', { name: 'main.js' }));
  expect(code()).toBe(HELLO);
});

test('runs a program of two files, and its test files', async () => {
  await openPage();
  await userEvent.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(sandbox.executions).toHaveLength(1));
  expect(sandbox.last.program.files).toBeUndefined();
  sandbox.last.end();
  await createFile('util.test.js', "test('a', () => undefined);");
  const written = [
    { name: 'main.js', content: HELLO },
    { name: 'util.test.js', content: "test('a', () => undefined);" },
  ];
  await userEvent.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(sandbox.executions).toHaveLength(2));
  expect(sandbox.last.program).toMatchObject({ language: 'javascript', code: HELLO, files: written });
  sandbox.last.end();
  await userEvent.click(await screen.findByRole('button', { name: 'Run tests' }));
  await waitFor(() => expect(sandbox.executions).toHaveLength(3));
  expect(sandbox.last.program).toMatchObject({ files: written, tests: ['util.test.js'] });
  sandbox.last.end();
  await screen.findByText('The results of the tests did not arrive.');
});

test('keeps files over a reload', async () => {
  await openPage();
  await createFile('util.js', 'exports.a = 1;');
  await createFile('old.js', 'exports.b = 2;');
  await act('Delete');
  cleanup();
  await openPage();
  await screen.findByRole('tab', { name: 'util.js' });
  expect(tabs()).toEqual(['main.js', 'util.js', ...files]);
  expect(code()).toBe(HELLO);
  await userEvent.click(screen.getByRole('tab', { name: 'util.js' }));
  expect(code()).toBe('exports.a = 1;');
  await act('Restore old.js');
  expect(code()).toBe('exports.b = 2;');
});

test('restores a deleted file', async () => {
  await openPage();
  await createFile('util.js', 'exports.a = 1;');
  await act('Delete');
  expect(await screen.findByText('You deleted util.js.')).toBeTruthy();
  expect(code()).toBe(HELLO);
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(screen.getByRole('tab', { name: 'util.js', selected: true })).toBeTruthy();
  expect(code()).toBe('exports.a = 1;');
});

test('names the first file after the language, and clears all files', async () => {
  await openPage();
  await createFile('util.js', 'exports.a = 1;');
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'python');
  expect(tabs()).toEqual(['main.py', 'util.js', ...files]);
  await act('Delete');
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
  expect(localStorage.getItem(TRY_KEY)).toBeNull();
  expect(tabs()).toEqual(files);
  expect(code()).toBe('');
  await createFile('new.js', '');
  expect(code()).toBe('');
  expect(screen.queryByText(/You deleted/)).toBeNull();
});

test('offers a preview of a page', async () => {
  await openPage();
  expect(screen.queryByRole('button', { name: 'Show preview' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'html');
  expect(code()).toBe('<h1>Hello</h1>\n');
  expect(screen.getByRole('button', { name: 'Run' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Show preview' }));
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
});

test('begins with the sample if the device keeps something else', async () => {
  localStorage.setItem(TRY_KEY, JSON.stringify({ language: 'lua', code: '', files: { files: [{ root: 'x' }] } }));
  await openPage();
  expect(code()).toBe(HELLO);
});
