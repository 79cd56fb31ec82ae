import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { aReceiptFile } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ReceiptScreen } from './ReceiptScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

const RECEIPT = 'GET /api/public/session/room/receipt';

async function show() {
  const onBack = vi.fn<() => void>();
  await renderScreen(
    <ReceiptScreen roomCode="room" place={{ token: 'token', participantId: 'p-1' }} onBack={onBack} />,
  );
  return onBack;
}

test.each([
  ['is loading', () => new Promise(() => undefined), () => screen.findByRole('progressbar')],
  ['fails to load', async () => Response.error(), () => screen.findByRole('heading', { name: 'Your receipt' })],
])('leads back from a receipt that %s', async (_, answer, findReceipt) => {
  const ask = vi.fn<typeof answer>(answer);
  vi.stubGlobal('fetch', ask);
  const onBack = await show();
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  expect(await findReceipt()).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(onBack).toHaveBeenCalledOnce();
});

test('says that a receipt of another format could not be loaded, and leads back', async () => {
  serveApi({ [RECEIPT]: { receipt: '{}', code: 'print(1)', language: 'python', asides: [] } });
  const onBack = await show();
  expect((await screen.findByRole('alert')).textContent).toContain('Your receipt could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(onBack).toHaveBeenCalledOnce();
});

test('downloads the code with all its files', async () => {
  const files = [
    { name: 'main.py', content: 'print(1)' },
    { name: 'util.py', content: 'x = 1' },
  ];
  serveApi({ [RECEIPT]: { receipt: aReceiptFile({}), code: 'print(1)', language: 'python', asides: [], files } });
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:files';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Download code' }));
  await vi.waitFor(() => expect(saved).toEqual(['interview.zip']));
});

test('shows times, languages and edits first, and folds what only a check needs', async () => {
  serveApi({ [RECEIPT]: { receipt: aReceiptFile({}), code: 'print(1)', language: 'python', asides: [] } });
  await show();
  const title = 'Your coding interview with Analytical Engines has ended';
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(/^Thank you, /).textContent).toBe('Thank you, Zoë “Ada” 李. Save your code and receipt.');
  const labels = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(labels.slice(0, 4)).toEqual(['Started', 'Ended', 'Languages', 'Edits by the candidate']);
  const folded = screen.getByText('Technical details').closest('details');
  expect(folded?.open).toBe(false);
  expect([...(folded?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'SHA-256 of the final code',
    'Issued',
    'Interview',
  ]);
});
