import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { SideSheet } from './SideSheet.tsx';

beforeEach(() => {
  const nothing = () => undefined;
  const listening = { addEventListener: nothing, removeEventListener: nothing };
  vi.stubGlobal('matchMedia', () => ({ matches: false, ...listening, addListener: nothing, removeListener: nothing }));
});
afterEach(() => vi.unstubAllGlobals());

/** A button that disappears when it is pressed, and the focus with it. */
function Once() {
  const [isGone, setGone] = useState(false);
  return isGone ? null : (
    <button type="button" onClick={() => setGone(true)}>
      Once
    </button>
  );
}

function pressOnce(): void {
  const button = screen.getByRole('button', { name: 'Once' });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(document.body);
}

const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

test('closes a dialog on Escape after its focused button disappeared', () => {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog title="Rooms" actions={null} onClose={onClose}>
      <Once />
    </Dialog>,
  );
  pressOnce();
  pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

test('closes a side sheet on Escape after its focused button disappeared', () => {
  const onClose = vi.fn<() => void>();
  render(
    <SideSheet title="Questions" onClose={onClose}>
      <Once />
    </SideSheet>,
  );
  pressOnce();
  pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

test('confirms discarding input on Escape when nothing has the focus', () => {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog title="Rooms" actions={null} onClose={onClose} isDirty>
      <Once />
    </Dialog>,
  );
  pressOnce();
  pressEscape();
  screen.getByRole('alertdialog', { name: 'Discard what you typed?' });
  expect(onClose).not.toHaveBeenCalled();
});

test('closes only the top one of two dialogs on Escape', () => {
  const closeSheet = vi.fn<() => void>();
  function Both() {
    const [isOpen, setOpen] = useState(true);
    return (
      <SideSheet title="Questions" onClose={closeSheet}>
        {isOpen && (
          <Dialog title="Archive" actions={null} onClose={() => setOpen(false)}>
            <Once />
          </Dialog>
        )}
      </SideSheet>
    );
  }
  render(<Both />);
  pressOnce();
  pressEscape();
  expect(screen.queryByRole('dialog', { name: 'Archive' })).toBeNull();
  expect(closeSheet).not.toHaveBeenCalled();
});

test('keeps a dialog open on Escape that must be answered', () => {
  render(
    <Dialog title="Ended" actions={null}>
      <Once />
    </Dialog>,
  );
  pressOnce();
  pressEscape();
  expect(screen.queryByRole('dialog', { name: 'Ended' })).not.toBeNull();
});
