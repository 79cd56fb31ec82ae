import type { TestsReport } from '@cip/contracts/questions/test-reports';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OfferedQuestion } from './OfferedQuestion.tsx';

const HASH = 'a'.repeat(64);
const report: TestsReport = {
  id: 'report',
  question: 'copy',
  by: 'Ada',
  at: '2031-05-06T07:30:00.000Z',
  language: 'python',
  hash: HASH,
  tests: [],
  hidden: null,
};
const last = { passed: 1, total: 2, by: 'Ines', at: report.at, language: 'python', hash: 'b'.repeat(64) };

test.each([
  [{ hidden: { passed: 1, total: 2 } }, '1 of 2 hidden tests pass, run by Ada'],
  [{ hidden: { passed: 1, total: 2 }, hiddenBy: 'Ines', lastHidden: last }, '1 of 2 hidden tests pass, run by Ines'],
  [{ lastHidden: last }, '1 of 2 hidden tests passed with other code, run by Ines'],
])('tells interviewers how many hidden tests pass: %j', (changes, news) => {
  const content = { title: '', text: '', guide: '', starters: [], data: null, tests: [], minutes: null, tags: [] };
  const copy = { id: 'copy', number: 1, question_id: null, is_hidden: false, is_whole: true, content };
  const act = () => undefined;
  render(
    <ul>
      <OfferedQuestion
        interviewId="room"
        title="Sorting office"
        facts=""
        questionId="bank-1"
        copy={{ ...copy, report: { ...report, ...changes } }}
        isFront
        isOpen={false}
        onToggle={act}
        onShow={act}
        onFront={act}
        onHide={act}
      />
    </ul>,
  );
  expect(screen.getByText(news)).toBeTruthy();
});
