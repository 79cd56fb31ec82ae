import type { TestsReport } from '@cip/contracts/questions/test-reports';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
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
const content = { title: '', text: '', guide: '', starters: [], data: null, tests: [], minutes: null, tags: [] };
const aCopy = { id: 'copy', number: 1, question_id: null, is_hidden: false, is_whole: true, content };
const last = { passed: 1, total: 2, by: 'Ines', at: report.at, language: 'python', hash: 'b'.repeat(64) };

test.each([
  [{ hidden: { passed: 1, total: 2 } }, '1 of 2 hidden tests pass, run by Ada'],
  [{ hidden: { passed: 1, total: 2 }, hiddenBy: 'Ines', lastHidden: last }, '1 of 2 hidden tests pass, run by Ines'],
  [{ lastHidden: last }, '1 of 2 hidden tests passed with other code, run by Ines'],
])('tells interviewers how many hidden tests pass: %j', (changes, news) => {
  const act = () => undefined;
  render(
    <ul>
      <OfferedQuestion
        interviewId="room"
        title="Sorting office"
        facts=""
        questionId="bank-1"
        copy={{ ...aCopy, report: { ...report, ...changes } }}
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

/** An open row; each action changes the question before it returns. */
function OpenRow({ onAct }: { onAct: (name: string) => void }) {
  const [state, setState] = useState({ is_hidden: false, isFront: false });
  const act = (name: string, next: typeof state) => () => {
    onAct(name);
    setState(next);
  };
  const front = act('front', { is_hidden: false, isFront: true });
  return (
    <OfferedQuestion
      interviewId="room"
      title="Sorting office"
      facts=""
      questionId="bank-1"
      copy={{ ...aCopy, is_hidden: state.is_hidden, report: null }}
      isFront={state.isFront}
      isOpen
      onToggle={() => undefined}
      onShow={front}
      onFront={front}
      onHide={act('hide', { is_hidden: true, isFront: false })}
    />
  );
}

test('takes a double click as one press although another button takes the place', async () => {
  const onAct = vi.fn<(name: string) => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ul>
        <OpenRow onAct={onAct} />
      </ul>
    </QueryClientProvider>,
  );
  await userEvent.dblClick(screen.getByRole('button', { name: 'Hide' }));
  expect(onAct.mock.calls).toEqual([['hide']]);
  vi.spyOn(performance, 'now').mockReturnValue(Infinity);
  await userEvent.click(screen.getByRole('button', { name: 'Show question' }));
  expect(onAct.mock.calls).toEqual([['hide'], ['front']]);
});
