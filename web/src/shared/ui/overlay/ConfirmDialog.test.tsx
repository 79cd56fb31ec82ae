import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';

function show(busy: boolean) {
  const onCancel = vi.fn<() => void>();
  render(
    <ConfirmDialog title="End interview" confirm="End" busy={busy} onConfirm={() => undefined} onCancel={onCancel}>
      All participants will be disconnected.
    </ConfirmDialog>,
  );
  return onCancel;
}

const cancel = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
const escapes = () => [screen.getByRole('alertdialog'), document.body];

test('closes the question on Cancel and Escape', () => {
  const onCancel = show(false);
  fireEvent.click(cancel());
  for (const target of escapes()) fireEvent.keyDown(target, { key: 'Escape' });
  expect(onCancel).toHaveBeenCalledTimes(3);
});

test('keeps the question open while its action runs', () => {
  const onCancel = show(true);
  expect(cancel().disabled).toBe(true);
  for (const target of escapes()) fireEvent.keyDown(target, { key: 'Escape' });
  expect(onCancel).not.toHaveBeenCalled();
});
