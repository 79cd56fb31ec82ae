import { expect, test } from 'vitest';
import { anInterview } from '../../../testing/examples.ts';
import { inOrderOfWork } from './work-order.ts';

const on = (day: number) => `2026-11-${day}T10:00:00.000Z`;
const planned = (id: string, day: number) =>
  anInterview({ id, status: 'scheduled', scheduled_at: on(day), started_at: null });

test('orders live interviews before the next and the past ones', () => {
  const listed = [
    anInterview({ id: 'without a time', status: 'cancelled', started_at: null }),
    planned('in 3 days', 30),
    planned('tomorrow', 28),
    anInterview({ id: 'last week', status: 'completed', started_at: on(20) }),
    anInterview({ id: 'cancelled', status: 'cancelled', scheduled_at: on(25), started_at: null }),
    planned('overdue', 26),
    anInterview({ id: 'yesterday', status: 'completed', scheduled_at: on(10), started_at: on(26) }),
    anInterview({ id: 'live', status: 'active', started_at: on(27) }),
  ];
  expect(inOrderOfWork(listed).map(({ id }) => id)).toEqual([
    'live',
    'overdue',
    'tomorrow',
    'in 3 days',
    'yesterday',
    'cancelled',
    'last week',
    'without a time',
  ]);
});
