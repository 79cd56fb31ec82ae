import { HIDDEN_ROOM_CODE, type Role } from '@cip/contracts/accounts/roles';
import { expect, test, vi } from 'vitest';
import { anInterview } from '../../testing/examples.ts';
import type { SettingsOf } from '../settings/setting-groups.ts';
import { appCommands, findCommands, GROUPS, sessionCommands } from './commands.ts';

const open = vi.fn<(address: string, state?: object) => void>();
const ports = { open, signOut: vi.fn<() => void>(), setScheme: vi.fn<(scheme: string) => void>() };
const sessions = sessionCommands(
  [
    anInterview({ candidate_name: 'Ada Lovelace', room_code: 'room-a', status: 'active' }),
    anInterview({
      candidate_name: 'Grace Hopper',
      candidate_email: 'grace@navy.example',
      room_code: 'room-g',
      status: 'completed',
    }),
  ],
  open,
  'owner',
);
const settings = (role: Role): SettingsOf => ({ role, ways: undefined, hasMail: true });
const labels = (text: string, role: Role = 'owner') =>
  findCommands(text, appCommands(ports, settings(role)), sessions).map(({ label }) => label);

test('finds sessions by the candidate’s name and email, in any case', () => {
  expect(labels('GRACE')).toEqual(['Grace Hopper']);
  expect(labels('navy hopper')).toEqual(['Grace Hopper']);
  expect(labels('lovelace')).toEqual(['Join Ada Lovelace']);
  expect(labels('no such candidate')).toEqual([]);
});

test('ranks the start of a name before its inside', () => {
  const people = [
    ['Barbara Liskov', 'barbara@example.com'],
    ['Adam Okafor', 'adam@example.com'],
    ['Amélie Laurent', 'amelie@example.com'],
  ];
  const listed = people.map(([name = '', email = '']) =>
    anInterview({ candidate_name: name, candidate_email: email, room_code: name, status: 'completed' }),
  );
  const found = (text: string) =>
    findCommands(text, [], sessionCommands(listed, open, 'owner')).map(({ label }) => label);

  expect(found('am')).toEqual(['Amélie Laurent', 'Adam Okafor', 'Barbara Liskov']);
  expect(found('AMELIE')).toEqual(['Amélie Laurent']);
  expect(found('Amélie')).toEqual(['Amélie Laurent']);
});

test('lists sessions, then places, then actions', () => {
  const groups = findCommands('', appCommands(ports, settings('owner')), sessions).map(({ group }) => group);
  expect([...new Set(groups)]).toEqual(['Sessions', 'Go to', 'Actions']);
  expect(groups).toEqual(groups.toSorted((one, other) => GROUPS.indexOf(one) - GROUPS.indexOf(other)));
});

test('lists live sessions and every screen without a text', () => {
  const all = labels('');
  expect(all[0]).toBe('Join Ada Lovelace');
  expect(all).not.toContain('Grace Hopper');
  for (const screen of ['Start interview', 'Dashboard', 'Sessions', 'Interviewers', 'Plans', 'Settings', 'Logout'])
    expect(all).toContain(screen);
});

test.each([
  ['question', 'Questions'],
  ['new question', 'New question'],
  ['template', 'Templates'],
  ['calendar', 'Calendar'],
  ['api', 'API Keys'],
  ['webhook', 'Webhooks'],
  ['logout', 'Logout'],
  ['sign out', 'Logout'],
  ['help', 'Try the editor'],
  ['audit', 'Activity'],
  ['email', 'Email'],
  ['engine', 'Code engine'],
  ['billing', 'Plans'],
])('finds by "%s" what is called %s', (text, label) => {
  expect(labels(text)).toContain(label);
});

test('offers an interviewer nothing of the company account', () => {
  const all = labels('', 'interviewer');
  for (const label of ['Interviewers', 'Plans', 'Company Profile', 'Activity', 'API Keys', 'Webhooks'])
    expect(all).not.toContain(label);
  expect(all).toContain('Change Password');
});

test('offers only the sections of the settings that the account has', () => {
  const withProvider = { role: 'interviewer' as const, ways: { provider: 'Example', password: false }, hasMail: false };
  const found = (of: SettingsOf) =>
    findCommands('', appCommands(ports, of), []).flatMap(({ label, hint }) => (hint === 'Settings' ? [label] : []));

  expect(found(withProvider)).toEqual(['Sign-In', 'Two-Step Sign-In', 'Devices that are signed in', 'Calendar']);
  expect(found({ ...withProvider, role: 'owner' })).toContain('Single Sign-On');
  expect(found({ ...withProvider, role: 'owner' })).not.toContain('Email');
  expect(found(settings('owner'))).not.toContain('Single Sign-On');
});

test('offers admins no plan, and coordinators no room', () => {
  const admin = labels('', 'admin');
  for (const label of ['Interviewers', 'Company Profile', 'Activity', 'Start interview'])
    expect(admin).toContain(label);
  expect(admin).not.toContain('Plans');
  const coordinator = labels('', 'coordinator');
  for (const label of [
    'Start interview',
    'Questions',
    'Templates',
    'Calendar',
    'Interviewers',
    'Plans',
    'Company Profile',
  ])
    expect(coordinator).not.toContain(label);
  expect(coordinator).toContain('Schedule session');
});

test('opens the details of a running session for a coordinator', () => {
  const opened: string[] = [];
  const hidden = anInterview({ id: 'id-1', candidate_name: 'Ada', room_code: HIDDEN_ROOM_CODE, status: 'active' });
  const [command] = sessionCommands([hidden], (address) => opened.push(address), 'coordinator');
  command?.run();
  expect([command?.label, opened]).toEqual(['Ada', ['/sessions?session=id-1']]);
});

test('schedules a session with the dialog of the list', () => {
  open.mockClear();
  findCommands('schedule', appCommands(ports, settings('owner')), [])[0]?.run();
  expect(open).toHaveBeenCalledWith('/sessions', { isPlanning: true });
  open.mockClear();
});

test('opens the room of an active session and the details of another', () => {
  for (const { run } of sessions) run();
  expect(open.mock.calls).toEqual([['/editor?room=room-a'], ['/sessions?session=room-g']]);
});

test('opens existing sections and screens, and hides the others', () => {
  const commands = findCommands('', appCommands(ports, settings('owner')), []);
  commands.find(({ label }) => label === 'Templates')?.run();
  commands.find(({ label }) => label === 'API Keys')?.run();
  expect(open.mock.calls.slice(-2).map(([address]) => address)).toEqual([
    '/questions?view=Templates',
    '/settings#api-keys',
  ]);
  for (const label of ['Questions', 'Templates', 'Calendar', 'API Keys', 'Webhooks', 'Email'])
    expect(labels('', 'coordinator')).not.toContain(label);
  for (const label of ['API Keys', 'Webhooks', 'Email']) expect(labels('', 'admin')).not.toContain(label);
  expect(labels('', 'interviewer')).toContain('Questions');
});
