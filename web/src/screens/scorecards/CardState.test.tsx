import type { CardOverview } from '@cip/contracts/scorecards/card-overview';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { anInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { CardState } from './CardState.tsx';

const interview = anInterview({ status: 'completed' });

afterEach(() => vi.unstubAllGlobals());

test.each<[string, Omit<CardOverview, 'interview_id'>]>([
  ['Advance · 2 of 2 scorecards', { decision: 'advance', own: 'submitted', expected: 2, submitted: 2 }],
  ['Hold · 1 of 2 scorecards', { decision: 'hold', own: 'none', expected: 2, submitted: 1 }],
  ['Scorecard to write · 1 of 2', { decision: null, own: 'draft', expected: 2, submitted: 1 }],
  ['Scorecard to write', { decision: null, own: 'draft', expected: 1, submitted: 0 }],
  ['Scorecard to write', { decision: null, own: 'none', expected: 0, submitted: 0 }],
  ['1 of 2 scorecards', { decision: null, own: 'submitted', expected: 2, submitted: 1 }],
  ['Decline', { decision: 'decline', own: null, expected: 0, submitted: 0 }],
])('shows how far the scorecards are: %s', async (text, state) => {
  serveApi({
    [`GET /api/scorecards?interviews=${interview.id}`]: { data: [{ interview_id: interview.id, ...state }] },
  });
  await renderScreen(<CardState interview={interview} listed={[interview]} />);
  expect(await screen.findByText(text)).toBeTruthy();
});
