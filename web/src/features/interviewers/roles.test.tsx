import type { Role } from '@cip/contracts/accounts/roles';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { InterviewersScreen } from './InterviewersScreen.tsx';
import { fill } from '../../testing/fill.ts';

const person = (id: string, name: string, role: Role) => ({
  id,
  name,
  email: `${id}@example.com`,
  role,
  has_second_factor: false,
  last_active_at: null,
});
const people = [
  person('u-1', 'Ida', 'interviewer'),
  person('u-2', 'Alma', 'admin'),
  person('u-3', 'Cora', 'coordinator'),
];

// Loads the lazy parts of the screen, because that takes longer than a test waits for it.
beforeAll(async () => {
  await import('./InterviewerDialog.tsx');
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function showAs(role: Role, answers: Parameters<typeof serveApi>[0] = {}) {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  const user = { id: 'own', name: 'Own', email: 'own@example.com', role };
  if (role !== 'owner') localStorage.setItem('user', JSON.stringify(user));
  const account = role === 'owner' ? { company: aCompany } : { company: aCompany, user };
  const list = { data: people, last_page: 1 };
  const calls = serveApi({ 'GET /api/user': account, 'GET /api/users': list, ...answers });
  await renderScreen(<InterviewersScreen most={2} />);
  await screen.findByText('Cora');
  return calls;
}

const roles = () => screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'));
const edit = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
};

test('counts only people who interview against the plan', async () => {
  await showAs('owner');
  expect(screen.getByText(/^2 of 2 in your plan/)).toBeTruthy();
  for (const role of ['INTERVIEWER', 'ADMIN', 'COORDINATOR']) expect(screen.getByText(role)).toBeTruthy();
});

test('adds a person with the chosen role, an interviewer at first', async () => {
  const calls = await showAs('owner', { 'POST /api/users': { status: 201, body: { user: people[2] } } });
  await userEvent.click(screen.getByRole('button', { name: 'Add colleague' }));
  expect(await screen.findByRole('radio', { name: /^Interviewer/ })).toHaveProperty('checked', true);
  expect(roles()).toEqual(['interviewer', 'coordinator', 'admin']);
  await fill(screen.getByLabelText('Full Name'), 'Carl');
  await fill(screen.getByLabelText('Email Address'), 'carl@example.com');
  await fill(screen.getByLabelText('Password (may be left blank)'), 'long enough');
  await userEvent.click(screen.getByRole('radio', { name: /^Coordinator/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(calls.find(({ call }) => call === 'POST /api/users')?.body).toMatchObject({ role: 'coordinator' }),
  );
});

test('sends a role only if it changes, and announces the sign-out', async () => {
  const calls = await showAs('owner', { 'PUT /api/users/u-2': { user: people[1] } });
  const sent = () => calls.filter(({ call }) => call === 'PUT /api/users/u-2').map(({ body }) => body);
  await edit('Alma');
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ name: 'Alma', email: 'u-2@example.com' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await edit('Alma');
  await userEvent.click(await screen.findByRole('radio', { name: /^Interviewer/ }));
  expect(screen.getByText('Alma will be signed out everywhere.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()[1]).toMatchObject({ role: 'interviewer' }));
});

test('offers an admin no other admin, no role of one, and no plan', async () => {
  await showAs('admin');
  expect(screen.queryByRole('button', { name: 'Actions for Alma' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'View plans' })).toBeNull();
  await edit('Cora');
  await screen.findByRole('radio', { name: /^Interviewer/ });
  expect(roles()).toEqual(['interviewer', 'coordinator']);
});
