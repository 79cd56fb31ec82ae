import type { Account } from '@cip/contracts/accounts/auth';
import { HIDDEN_ROOM_CODE, type GivenRole } from '@cip/contracts/accounts/roles';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { InterviewsScreen } from '../features/interviews/InterviewsScreen.tsx';
import { aCompany, anInterview } from '../testing/examples.ts';
import { serveApi } from '../testing/fake-api.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { DashboardScreen } from './dashboard/DashboardScreen.tsx';
import { RoleOnly } from './RoleOnly.tsx';
import { SettingsScreen } from './settings/SettingsScreen.tsx';

// Loads the late parts of the screens, which take longer than a test waits for them.
beforeAll(async () => {
  await Promise.all([
    import('./settings/Sections.tsx'),
    import('./dashboard/PlannerDashboard.tsx'),
    import('./NoAccess.tsx'),
    import('../features/interviews/review/InterviewSheet.tsx'),
  ]);
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const running = anInterview({ id: 'id-1', candidate_name: 'Ada', room_code: HIDDEN_ROOM_CODE, status: 'active' });
const ended = anInterview({ id: 'id-2', candidate_name: 'Bob', room_code: HIDDEN_ROOM_CODE, status: 'completed' });

function serveAs(role: GivenRole, answers: Parameters<typeof serveApi>[0] = {}) {
  const user = { id: 'own', name: 'Cora', email: 'own@example.com', role };
  const account: Account = { company: aCompany, user };
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  localStorage.setItem('user', JSON.stringify(user));
  const list = { data: [running, ended], current_page: 1, last_page: 1, total: 2 };
  return serveApi({
    'GET /api/user': account,
    'GET /api/interview-sessions?page=1': list,
    'GET /api/interview-sessions?status=active': { ...list, data: [running] },
    'GET /api/interview-sessions?upcoming=true': { ...list, data: [] },
    'GET /api/interview-sessions?page=1&status=completed': { ...list, data: [ended] },
    'GET /api/user/sign-ins': { data: [] },
    'GET /api/user/second-factor': { enabled: false, recovery_codes_left: 0 },
    'GET /api/company/retention': { days: null, affected: 0 },
    'GET /api/audit-log?page=1': { data: [], current_page: 1, last_page: 1, total: 0 },
    ...answers,
  });
}

test('lets a coordinator’s dashboard plan and list, without rooms', async () => {
  const calls = serveAs('coordinator');
  const { history } = await renderScreen(<DashboardScreen />);
  await screen.findByText('Ada');
  expect(screen.queryByText('Start Interview')).toBeNull();
  expect(screen.queryByRole('link', { name: /Join/ })).toBeNull();
  expect(calls.map(({ call }) => call).filter((call) => !/\/user$|interview-sessions\?/.test(call))).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: /^Schedule a session/ }));
  expect(history.location.pathname).toBe('/sessions');
});

test('shows a coordinator only the plan of a session', async () => {
  const calls = serveAs('coordinator');
  const never = () => expect.unreachable('a part for interviewers');
  await renderScreen(
    <InterviewsScreen
      page={1}
      onPage={() => {}}
      parts={{ CodeView: never, LanguageName: never, Notes: never, CardState: () => 'Hire', OpenCards: never }}
    />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Bob' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['View Details']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'View Details' }));
  const details = within(await screen.findByRole('dialog', { name: 'Session details' }));
  expect(details.getByText('Bob')).toBeTruthy();
  expect(details.getByText('Hire')).toBeTruthy();
  for (const absent of ['Code', 'Room Code', 'Session Link', 'Playback', 'Scorecards', 'Export data', 'Copy link'])
    expect(details.queryByText(absent)).toBeNull();
  expect(calls.filter(({ call }) => !/\/user$|interview-sessions\?/.test(call))).toEqual([]);
});

test.each([
  ['coordinator', 'interviewer', 'Only interviewers can open this', 'You are signed in as a coordinator of'],
  ['interviewer', 'manager', 'Only the company account and admins can open this', 'as an interviewer of'],
  ['admin', 'owner', 'Only the company account can open this', 'as an admin of'],
] as const)('shows a %s why a screen for %s stays closed', async (role, to, title, text) => {
  serveAs(role);
  await renderScreen(<RoleOnly to={to}>Secret</RoleOnly>);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(new RegExp(text))).toBeTruthy();
  expect(screen.queryByText('Secret')).toBeNull();
  expect(screen.getByRole('link', { name: 'Open dashboard' })).toBeTruthy();
});

test('shows an admin the company’s settings without the owner’s', async () => {
  const company = { ...aCompany, interviews_visible_to: 'own' as const };
  const calls = serveAs('admin', { 'PUT /api/company/visibility': { company } });
  await renderScreen(<SettingsScreen />);
  const sections = within(await screen.findByRole('navigation', { name: 'Settings' }));
  const titles = sections.getAllByRole('link').map(({ textContent }) => textContent);
  expect(titles).toEqual(expect.arrayContaining(['Company Profile', 'Visibility', 'Activity', 'Data']));
  for (const title of ['Subscription Management', 'API Keys', 'Webhooks', 'Delete company'])
    expect(titles).not.toContain(title);
  expect(screen.queryByLabelText('Email Address')).toBeNull();
  await userEvent.click(screen.getByLabelText('Only people involved'));
  expect(await screen.findByText('Visibility updated')).toBeTruthy();
  const sent = calls.filter(({ call }) => call === 'PUT /api/company/visibility');
  expect(sent.map(({ body }) => body)).toEqual([{ interviews_visible_to: 'own' }]);
  expect(screen.getByLabelText('Only people involved')).toHaveProperty('checked', true);
});
