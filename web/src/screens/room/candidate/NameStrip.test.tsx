import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aPublicInterview } from '../../../testing/examples.ts';
import { rememberedPlace, rememberPlace } from '../../../features/interviews/candidate-place.ts';
import { NameStrip } from './NameStrip.tsx';

const interview = aPublicInterview({ retention_days: 90, rule: { tools: 'no_ai', note: 'Docs are fine.' } });

test('shows name, recorded data and rule until they are read', async () => {
  render(<NameStrip interview={interview} name="Grace" onRename={() => undefined} />);
  const strip = screen.getByRole('status').textContent;
  expect(strip).toContain('You joined as Grace. Not you?');
  expect(strip).toContain('Recorded: the code, each edit, runs, and who joins or leaves, for 90 days.');
  expect(strip).toContain('Rule: No AI. Docs are fine.');
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('status')).toBeNull();
});

test('notes on the device whether it was read', async () => {
  const place = { token: 't', participantId: 'p-1', name: 'Grace', joinedAt: Date.now() };
  rememberPlace(interview.room_code, place);
  render(<NameStrip interview={interview} name="Grace" onRename={() => undefined} />);
  expect(rememberedPlace(interview.room_code)).toEqual({ ...place, isUnread: true });
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(rememberedPlace(interview.room_code)).toEqual({ ...place, isUnread: false });
});

test('changes the name', async () => {
  const rename = vi.fn<() => void>();
  render(<NameStrip interview={aPublicInterview({})} name="Grace" onRename={rename} />);
  await userEvent.click(screen.getByRole('button', { name: 'Change name' }));
  expect(rename).toHaveBeenCalledOnce();
});
