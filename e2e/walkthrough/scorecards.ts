import type { PastRun } from '@cip/contracts/runs/past-runs';
import type { InterviewCards } from '@cip/contracts/scorecards/scorecards';
import type { CardContent } from '@cip/contracts/scorecards/card-content';
import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { answer, FAILED, release } from './walkthrough.ts';
import type { Walkthrough } from './walkthrough.ts';

const ID = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';
const ENDED_AT = '2026-11-20T09:47:00.000Z';

const criterion = (id: string, name: string) => ({
  id,
  name,
  meanings: [
    'Started without grasping the task; hints did not help.',
    'Grasped the main case after hints; missed what was not said.',
    'Asked the right questions and named the limits before coding.',
    'Saw edge cases and trade-offs that the task did not mention.',
  ],
});

const CONTENT: CardContent = {
  notes: [
    { minute: 3, text: 'Asked about nulls before the first line' },
    { minute: 17, text: 'Wrote the join at once, then talked about its cost' },
  ],
  ratings: [
    { criterion: 'code', grade: 4, evidence: 'Ran it after every change, and it worked at the first try.' },
    { criterion: 'understanding', grade: 3, evidence: 'Named the limits before she began.' },
  ],
  overall: 'strong_yes',
  summary: 'Careful, fast, and pleasant to work with.',
};

const OWN = {
  interview_id: ID,
  state: 'draft' as const,
  content: CONTENT,
  from_playback: false,
  submitted_at: null,
  changed_at: null,
  has_unsubmitted: false,
};

const WRITING: InterviewCards = {
  interview_id: ID,
  room_code: 'private-room-Xy12Ab34C',
  candidate_name: 'Grace Hopper',
  started_at: '2026-11-20T09:00:00.000Z',
  ended_at: ENDED_AT,
  is_over: true,
  criteria: [
    criterion('understanding', 'Understands the problem'),
    criterion('code', 'Writes working code'),
    criterion('testing', 'Tests and finds faults'),
    criterion('talking', 'Explains and listens'),
  ],
  own: OWN,
  expected: 2,
  submitted: 1,
  may_read: false,
  cards: [],
  decision: null,
  may_decide: false,
};

const submitted = (author_name: string, changes: Partial<CardContent>, isChanged: boolean) => ({
  id: author_name,
  author_name,
  is_own: false,
  from_playback: isChanged,
  submitted_at: ENDED_AT,
  changed_at: isChanged ? ENDED_AT : null,
  content: { ...CONTENT, ...changes },
  first_content: isChanged ? CONTENT : null,
});

const DEBRIEF: InterviewCards = {
  ...WRITING,
  own: { ...OWN, state: 'submitted', submitted_at: ENDED_AT },
  submitted: 2,
  may_read: true,
  cards: [
    submitted('Maya Okafor', {}, false),
    submitted(
      'Tomás Ferreira de Almeida e Vasconcelos',
      { overall: 'no', ratings: [{ criterion: 'code', grade: 2, evidence: 'The join was wrong for an empty table.' }] },
      true,
    ),
  ],
  decision: { decision: 'hold', reason: 'Talk again.', decided_by: 'Analytical Engines', decided_at: ENDED_AT },
  may_decide: true,
};

const SCORECARDS = `/interview-sessions/${ID}/scorecards`;
const CODE = `/code-editor-data/session/${ID}`;

const FINAL_CODE = {
  data: {
    interview_session_id: ID,
    language: 'python',
    code_content: `def merge(spans):
    """Joins spans that overlap."""
    out = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    return out

print(merge([[1, 3], [2, 6], [8, 10]]))
print(merge([]))
`,
    cursor_positions: null,
    selection_data: null,
    editor_settings: null,
    last_updated_at: ENDED_AT,
  },
  asides: [],
  runs: [
    aRun('2026-11-20T09:43:30.000Z', { reason: 'finished', exitCode: 0, ms: 60, error: null }),
    aRun('2026-11-20T09:29:18.000Z', { reason: 'failed', exitCode: 1, ms: 20, error: { name: 'IndexError', line: 9 } }),
    aRun('2026-11-20T09:21:02.000Z', { reason: 'finished', exitCode: 0, ms: 110, error: null }),
  ],
};

function aRun(requested_at: string, end: PastRun['end']): PastRun {
  return { requested_at, language: 'python', end };
}

/** The page of a session: the scorecard to write, and the debrief. */
export async function walkScorecards({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open(world.member);
  await show(page, WRITING);
  await expect(page.getByRole('heading', { name: '47m with Grace Hopper. What do you think?' })).toBeVisible();
  await screenshot('scorecard', page);
  const next = page.getByRole('button', { name: 'Next' });
  if (await next.isVisible()) {
    await next.click();
    await screenshot('scorecard, criterion', page);
  }
  await show(page, DEBRIEF);
  await page.getByText('Summary and notes').click();
  await screenshot('debrief', page);
  await release(page);
  await also(async () => {
    await answer(page, { [SCORECARDS]: FAILED });
    await page.reload();
    await expect(page.getByText('Failed to load the scorecards')).toBeVisible();
    await screenshot('scorecards, failed', page);
    await release(page);
  });
}

async function show(page: Page, body: InterviewCards): Promise<void> {
  await release(page);
  await answer(page, { [SCORECARDS]: { status: 200, body }, [CODE]: { status: 200, body: FINAL_CODE } });
  await page.goto(`/sessions/${ID}`);
  await expect(page.getByRole('heading', { name: 'Grace Hopper', exact: true })).toBeVisible();
}
