import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../../shared/ui/feedback/Toaster.tsx';
import { RoomEndedDialog } from './RoomEndedDialog.tsx';

const files: { name: string; blob: Blob }[] = [];

beforeEach(() => {
  files.length = 0;
  let last = new Blob();
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:code';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: last });
  });
});

const show = (language: string, code = 'print(1)') =>
  render(
    <>
      <RoomEndedDialog message="Thank you!" copy={{ code, language }} isUnsaved={false} onLeave={() => {}} />
      <Toaster />
    </>,
  );

test.each([
  ['python', 'interview.py'],
  ['c++', 'interview.cpp'],
  ['unheard-of', 'interview.txt'],
])('downloads the code in %s as %s', async (language, name) => {
  show(language);
  await userEvent.click(screen.getByRole('button', { name: 'Download code' }));
  expect(files.map((file) => file.name)).toEqual([name]);
  expect(await files[0]?.blob.text()).toBe('print(1)');
});

test('copies the code, or shows that it failed', async () => {
  // Installs a clipboard, which jsdom lacks.
  const user = userEvent.setup();
  const { clipboard } = navigator;
  show('sql');
  await user.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(await clipboard.readText()).toBe('print(1)');
  expect(screen.getByText('Code copied to clipboard!')).toBeTruthy();
  vi.spyOn(clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(await screen.findByText('Failed to copy the code')).toBeTruthy();
});

test('offers nothing to copy or download without code', () => {
  show('sql', '');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['OK']);
});

test('offers the code first and the way out last, by keyboard and by eye', () => {
  const code = { copy: { code: 'print(1)', language: 'python' }, isUnsaved: false };
  render(<RoomEndedDialog message="Thank you!" {...code} onLeave={() => {}} onReceipt={() => {}} />);
  const buttons = screen.getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Download code', 'Receipt', 'Copy code', 'OK']);
  expect(buttons.map(({ dataset }) => dataset['look'])).toEqual(['primary', 'secondary', 'quiet', 'secondary']);
  expect(document.activeElement).toBe(buttons[0]);
  expect(buttons[0]?.parentElement?.dataset['inOrder']).toBe('true');
});

test('copies and downloads all files if there are several', async () => {
  const user = userEvent.setup();
  const both = [
    { name: 'main.py', content: '' },
    { name: 'util.py', content: 'x = 1' },
  ];
  const copy = { code: '', language: 'python', files: both };
  render(<RoomEndedDialog message="Thank you!" copy={copy} isUnsaved={false} onLeave={() => {}} />);
  await user.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(await navigator.clipboard.readText()).toBe('===== main.py =====\n\n\n===== util.py =====\nx = 1');
  await user.click(screen.getByRole('button', { name: 'Download code' }));
  await vi.waitFor(() => expect(files.map(({ name }) => name)).toEqual(['interview.zip']));
});
