import type { Participant } from '@cip/contracts/rooms';
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

function show(participants: Participant[]) {
  const follow = vi.fn<(id: string) => void>();
  render(
    <ParticipantList
      participants={participants}
      selfId="p0"
      colorOf={() => 'red'}
      actionsOf={({ id }) => [{ label: 'Follow', onSelect: () => follow(id) }]}
    />,
  );
  return follow;
}

test('another person’s face opens a menu; one’s own does not', async () => {
  const follow = show(people(2));
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(screen.getByText('Person 0 (you), interviewer')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Person 1, candidate' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Follow' }));
  expect(follow).toHaveBeenCalledWith('p1');
});

test('the menu of a face begins with whose it is, for those who cannot point at it', async () => {
  show(people(6));
  await userEvent.click(screen.getByRole('button', { name: 'Person 1, candidate' }));
  const menu = screen.getByRole('menu');
  expect(menu.firstElementChild?.textContent).toBe('Person 1 · candidate');
  // The button's name says it already to those who listen.
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

test('those for whom there is no place are in a menu of their own, by name', async () => {
  const follow = show(people(6));
  await userEvent.click(screen.getByRole('button', { name: /^Person 3.*Person 5, candidate$/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Follow: Person 4' }));
  expect(follow).toHaveBeenCalledWith('p4');
});
