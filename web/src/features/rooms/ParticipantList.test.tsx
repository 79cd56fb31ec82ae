import type { Participant } from '@cip/contracts/rooms/rooms';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ParticipantList } from './ParticipantList.tsx';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    name: `Person ${index}`,
    type: index === 0 ? 'interviewer' : 'candidate',
  })) as Participant[];

function show(participants: Participant[], absent: Participant[] = []) {
  const follow = vi.fn<(id: string) => void>();
  render(
    <ParticipantList
      participants={participants}
      absent={absent}
      selfId="p0"
      colorOf={() => 'red'}
      actionsOf={({ id }) => [{ label: 'Follow', onSelect: () => follow(id) }]}
    />,
  );
  return follow;
}

test('opens a menu from another participant’s face, but not the own', async () => {
  const follow = show(people(2));
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(screen.getByText('Person 0 (you), interviewer')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Person 1, candidate' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Follow' }));
  expect(follow).toHaveBeenCalledWith('p1');
});

test('begins a menu with the participant’s name, for touch users', async () => {
  show(people(6));
  await userEvent.click(screen.getByRole('button', { name: 'Person 1, candidate' }));
  const menu = screen.getByRole('menu');
  expect(menu.firstElementChild?.textContent).toBe('Person 1 · candidate');
  // For screen readers the button already has the name.
  expect(within(menu).getAllByRole('menuitem')).toHaveLength(1);
  expect(within(menu).queryByRole('listitem')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: /^Person 3.*Person 5, candidate$/ }));
  const others = screen.getByRole('menu').querySelectorAll('li:not([role])');
  expect([...others].map(({ textContent }) => textContent)).toEqual([
    'Person 3 · candidate',
    'Person 4 · candidate',
    'Person 5 · candidate',
  ]);
});

test('lists participants without a face of their own in one menu, by name', async () => {
  const follow = show(people(6));
  await userEvent.click(screen.getByRole('button', { name: /^Person 3.*Person 5, candidate$/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Follow: Person 4' }));
  expect(follow).toHaveBeenCalledWith('p4');
});

test('shows at most two absent participants, without a menu', () => {
  const [me, ...others] = people(4);
  show(me ? [me] : [], others);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getAllByText(/disconnected$/).map(({ textContent }) => textContent)).toEqual([
    'Person 1 disconnected',
    'Person 2 disconnected',
  ]);
});
