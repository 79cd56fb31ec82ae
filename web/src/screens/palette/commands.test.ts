import { expect, test, vi } from 'vitest';
import { anInterview } from '../../testing/examples.ts';
import { appCommands, findCommands, sessionCommands } from './commands.ts';

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
);
const labels = (text: string, isOwner = true) =>
  findCommands(text, appCommands(ports, isOwner), sessions).map(({ label }) => label);

test('finds sessions by the candidate’s name and email, in any case', () => {
  expect(labels('GRACE')).toEqual(['Grace Hopper']);
  expect(labels('navy hopper')).toEqual(['Grace Hopper']);
  expect(labels('lovelace')).toEqual(['Join Ada Lovelace']);
  expect(labels('no such candidate')).toEqual([]);
});

test('lists live sessions and every screen without a text, but no other session', () => {
  const all = labels('');
  expect(all[0]).toBe('Join Ada Lovelace');
  expect(all).not.toContain('Grace Hopper');
  for (const screen of ['Start interview', 'Dashboard', 'Sessions', 'Interviewers', 'Plans', 'Settings', 'Sign out'])
    expect(all).toContain(screen);
});

test('offers an interviewer nothing of the company account', () => {
  const all = labels('', false);
  for (const label of ['Interviewers', 'Plans', 'Company profile', 'Activity']) expect(all).not.toContain(label);
  expect(all).toContain('Change password');
});

test('schedules a session with the dialog of the list', () => {
  open.mockClear();
  findCommands('schedule', appCommands(ports, true), [])[0]?.run();
  expect(open).toHaveBeenCalledWith('/sessions', { isPlanning: true });
  open.mockClear();
});

test('opens the room of an active session and the details of another', () => {
  for (const { run } of sessions) run();
  expect(open.mock.calls).toEqual([['/editor?room=room-a'], ['/sessions?session=room-g']]);
});
