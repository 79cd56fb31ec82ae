import { createAtom } from '@tanstack/store';
import type { Rules } from '@cip/contracts/rooms/rules';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasUnsaved } from '../../../shared/device/unsaved.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { RoomRule } from '../stage/RoomRule.tsx';
import { useRuleDialog } from './useRuleDialog.tsx';

const nothing = () => undefined;
beforeEach(() => {
  const listening = { addEventListener: nothing, removeEventListener: nothing };
  vi.stubGlobal('matchMedia', () => ({ matches: false, ...listening }));
});
afterEach(() => vi.unstubAllGlobals());

const NO_AI = { tools: 'no_ai', note: 'Docs are fine.' } as const;

type Request = (name: string, payload: object) => Promise<object>;

function aRoom(rules: Rules, request = vi.fn<Request>(() => Promise.resolve({ ok: true }))) {
  const store = createAtom({ ...rules, isConnected: true });
  return { store, request, room: { connection: { store, request } } as unknown as LiveRoom };
}

function Dialog({ room }: { room: LiveRoom }) {
  const { ruleAction, ruleDialog } = useRuleDialog(room);
  return (
    <>
      <button type="button" onClick={ruleAction.onSelect}>
        {ruleAction.label}
      </button>
      {ruleDialog}
    </>
  );
}

test('shows what the editor completes beside the rule, as it changes', async () => {
  const { room, store } = aRoom({ rule: null, completion: 'off' });
  render(<RoomRule room={room} />);
  const text = () => document.querySelector('[data-room-rule]')?.textContent?.trim();
  expect(text()).toBeUndefined();
  store.set((state) => ({ ...state, completion: 'words' }));
  await waitFor(() => expect(text()).toBe('The editor completes words.'));
  store.set((state) => ({ ...state, rule: NO_AI, completion: 'full' }));
  await waitFor(() => expect(text()).toBe('No AI Docs are fine. The editor completes code.'));
  store.set((state) => ({ ...state, completion: 'off' }));
  await waitFor(() => expect(text()).toBe('No AI Docs are fine.'));
});

test('changes only completion from the dialog of the rules', async () => {
  const { room, request } = aRoom({ rule: NO_AI, completion: 'off' });
  await renderScreen(<Dialog room={room} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Change rules' }));
  await screen.findByRole('dialog', { name: 'Rules' });
  expect(screen.getByRole('radio', { name: 'Off' })).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('radio', { name: 'Full' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(request.mock.calls).toEqual([['room:change-completion', { completion: 'full' }]]);
});

test('keeps the rule that a colleague sets while the dialog is open', async () => {
  const { room, store, request } = aRoom({ rule: NO_AI, completion: 'off' });
  await renderScreen(<Dialog room={room} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Change rules' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Full' }));
  expect(hasUnsaved()).toBe(true);
  act(() => store.set((state) => ({ ...state, rule: null })));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(request.mock.calls).toEqual([['room:change-completion', { completion: 'full' }]]);
});

test('shows why completion was not changed, and keeps the choice', async () => {
  const error = { code: 'ended', message: 'This session has ended.' };
  const refuse = vi.fn<Request>(() => Promise.resolve({ ok: false, error }));
  const { room } = aRoom({ rule: null, completion: 'full' }, refuse);
  await renderScreen(<Dialog room={room} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Change rules' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Words' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This session has ended.')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Words' })).toHaveProperty('checked', true);
});
