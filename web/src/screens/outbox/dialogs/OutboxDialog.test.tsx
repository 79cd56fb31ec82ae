import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outboxEntries } from '../../../features/outbox/page-outbox.ts';
import type { Entry, Operation } from '../../../features/outbox/outbox-entry.ts';
import type * as device from '../../../shared/device/save-file.ts';
import { aCompany } from '../../../testing/examples.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { RefusedSaves } from '../../room/actions/RefusedSaves.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import { OutboxDialog } from './OutboxDialog.tsx';

const { saveFile } = vi.hoisted(() => ({ saveFile: vi.fn<typeof device.saveFile>() }));
vi.mock('../../../shared/device/save-file.ts', () => ({ saveFile }));

const FILES = [
  { name: 'main.py', content: 'import shop' },
  { name: 'shop/cart.py', content: 'TOTAL = 3' },
];
const ABOUT = {
  opId: 'op-1',
  interviewId: 'i-1',
  roomCode: 'room-1',
  company: aCompany.id,
  user: 'u-1',
  client: 'tab',
  sequence: 1,
  at: 0,
  attempts: 1,
  refused: true,
  problem: 'This session has ended.',
} as const;
const refused = (changes: Partial<Extract<Entry, { kind: 'save' }>> = {}): Entry => ({
  ...ABOUT,
  kind: 'save',
  body: { interview_session_id: 'i-1', code_content: 'import shop', language: 'python' },
  ...changes,
});

const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
beforeEach(() => {
  copied.mockClear();
  saveFile.mockClear();
});
afterEach(() => {
  outboxEntries.set([]);
  vi.restoreAllMocks();
});

const NAMED = '===== main.py =====\nimport shop\n\n===== shop/cart.py =====\nTOTAL = 3';

test.each([
  ['the list of unsynced changes', () => <OutboxDialog onClose={() => undefined} />],
  ['the room', () => <RefusedSaves saves={[refused({ files: FILES })]} />],
])('copies and downloads all files of a refused save in %s', async (_place, render) => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
  await renderScreen(render());
  outboxEntries.set([refused({ files: FILES })]);

  await user.click(await screen.findByRole('button', { name: 'Copy code' }));
  await user.click(screen.getByRole('button', { name: 'Download code' }));

  expect(copied.mock.calls).toEqual([[NAMED]]);
  await vi.waitFor(() => expect(saveFile.mock.calls).toMatchObject([[{ type: 'application/zip' }, 'interview.zip']]));
});

test('copies the first file of a save of an earlier release', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
  await renderScreen(<OutboxDialog onClose={() => undefined} />);
  outboxEntries.set([refused()]);
  await user.click(await screen.findByRole('button', { name: 'Copy code' }));
  expect(copied.mock.calls).toEqual([['import shop']]);
});

const NOTES: Operation = { kind: 'notes', body: { notes: 'Knows heaps.', notes_base: 'Knows' } };
const line = (text: string) => ({ text, minute: 1 });
const CARD: Operation = {
  kind: 'scorecard',
  body: {
    notes: { base: [], value: [line('Began with tests.'), line('Asked about ties.')] },
    ratings: [
      { criterion: 'code', grade: { base: null, value: 3 } },
      { criterion: 'tests', evidence: { base: '', value: 'Wrote three.' } },
    ],
    summary: { base: '', value: 'Would hire.' },
  },
};

test.each([
  ['notes', NOTES, 'Knows heaps.'],
  ['changes of a scorecard', CARD, 'Began with tests.\nAsked about ties.\n\nWrote three.\n\nWould hire.'],
])('copies the text of refused %s', async (_what, operation, text) => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
  await renderScreen(<OutboxDialog onClose={() => undefined} />);
  outboxEntries.set([{ ...ABOUT, ...operation }]);
  await user.click(await screen.findByRole('button', { name: 'Copy text' }));
  expect(copied.mock.calls).toEqual([[text]]);
});

test('offers no copy of a change without text', async () => {
  await renderScreen(<OutboxDialog onClose={() => undefined} />);
  outboxEntries.set([{ ...ABOUT, kind: 'notes', body: { notes: null, notes_base: 'Knows' } }]);
  await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByRole('button', { name: 'Copy text' })).toBeNull();
});

test('discards at a second click, but not at the second of a double click', async () => {
  const user = userEvent.setup();
  const discarded = vi.fn<() => void>();
  await renderScreen(<DiscardButton onDiscard={discarded} />);
  await user.dblClick(await screen.findByRole('button', { name: 'Discard' }));
  expect(discarded).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Discard for good' }), { detail: 1 });
  expect(discarded).toHaveBeenCalledOnce();
});
