import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aReceiptFile } from '../../testing/examples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { VerifyScreen } from './VerifyScreen.tsx';

const NOT_GENUINE = 'Not genuine. It was changed, or another site issued it.';
const choose = async (name: string) =>
  userEvent.upload(await screen.findByLabelText(/^Choose the receipt/), new File([aReceiptFile({})], name));

test('shows the result of the last receipt, also if the reply for another comes later', async () => {
  const replies: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => replies.push(resolve)));
  await renderScreen(<VerifyScreen />);
  await choose('first.json');
  await vi.waitFor(() => expect(replies).toHaveLength(1));
  await choose('second.json');
  await vi.waitFor(() => expect(replies).toHaveLength(2));
  replies[1]?.(Response.json({ keys: [] }));
  expect(await screen.findByText(NOT_GENUINE)).toBeTruthy();
  await act(async () => replies[0]?.(Response.json({ message: 'Too late.', code: 'internal' }, { status: 500 })));
  expect(screen.getByRole('status').textContent).toBe(NOT_GENUINE);
  vi.unstubAllGlobals();
});

test('shows a check that failed, and checks the same file again', async () => {
  let reply = () => Response.json({ message: 'Not now.', code: 'internal' }, { status: 500 });
  vi.stubGlobal('fetch', async () => reply());
  await renderScreen(<VerifyScreen />);
  await choose('receipt.json');
  expect(await screen.findByText('Not now.')).toBeTruthy();
  reply = () => Response.json({ keys: [] });
  await choose('receipt.json');
  expect(await screen.findByText(NOT_GENUINE)).toBeTruthy();
  expect(screen.queryByText('Not now.')).toBeNull();
  vi.unstubAllGlobals();
});
