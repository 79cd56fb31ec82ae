import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { onDemand } from './on-demand.tsx';

const Room = ({ name }: { name: string }) => `Room of ${name}`;
const show = (part: ReactNode) => render(<Suspense fallback="waiting">{part}</Suspense>);

test('what was fetched ahead is shown at once, without a fallback in between', async () => {
  const Part = onDemand(async () => Room);
  await Part.fetch();
  show(<Part name="Ada" />);
  expect(document.body.textContent).toBe('Room of Ada');
});

test('what was not is waited for', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Room>();
  const Part = onDemand(() => promise);
  show(<Part name="Ada" />);
  expect(document.body.textContent).toBe('waiting');
  resolve(Room);
  expect(await screen.findByText('Room of Ada')).toBeTruthy();
});

test('a file that did not come ahead is asked for again', async () => {
  const load = vi.fn<() => Promise<typeof Room>>().mockRejectedValueOnce(new Error('cut off')).mockResolvedValue(Room);
  const Part = onDemand(load);
  await Part.fetch();
  show(<Part name="Ada" />);
  expect(await screen.findByText('Room of Ada')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});
