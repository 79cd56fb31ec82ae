import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const Room = ({ name }: { name: string }) => `Room of ${name}`;
const show = (part: ReactNode) => render(<Suspense fallback="waiting">{part}</Suspense>);

test('renders a preloaded part immediately, without suspending', async () => {
  const Part = lazyPart(async () => Room);
  await Part.preload();
  show(<Part name="Ada" />);
  expect(document.body.textContent).toBe('Room of Ada');
});

test('suspends while a part loads', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Room>();
  const Part = lazyPart(() => promise);
  show(<Part name="Ada" />);
  expect(document.body.textContent).toBe('waiting');
  resolve(Room);
  expect(await screen.findByText('Room of Ada')).toBeTruthy();
});

test('loads again when the preload failed', async () => {
  const load = vi.fn<() => Promise<typeof Room>>().mockRejectedValueOnce(new Error('cut off')).mockResolvedValue(Room);
  const Part = lazyPart(load);
  await Part.preload();
  show(<Part name="Ada" />);
  expect(await screen.findByText('Room of Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('renders the fallback when the import fails, and loads again later', async () => {
  const load = vi.fn<() => Promise<typeof Room>>().mockRejectedValueOnce(new Error('cut off')).mockResolvedValue(Room);
  const Part = lazyPart<{ name: string }>(load, { fallback: ({ name }) => `No room for ${name}` });
  const { unmount } = show(<Part name="Ada" />);
  expect(await screen.findByText('No room for Ada')).toBeTruthy();
  unmount();
  show(<Part name="Ada" />);
  expect(await screen.findByText('Room of Ada')).toBeTruthy();
});
