import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QuestionTests } from './QuestionTests.tsx';

const TEST = { name: 'One', input: '1', expected: '1', is_query: false, is_ordered: false, is_numeric: false };
const PASSED = { outcome: 'passed', output: '1', error: '' } as const;
const nothing = () => undefined;

test.each([
  [false, '1 of 1 shown test passes · without Cy’s line 4, not sent yet'],
  [true, '1 of 1 shown test passes · of an earlier version'],
])('names the lines of others that the tested code lacks, unless it has changed (%s)', (isEarlier, words) => {
  const results = { shown: [PASSED], hidden: [], hiddenCount: null, hiddenBy: null, isRunning: false, by: null };
  render(
    <QuestionTests
      shown={[TEST]}
      hidden={[]}
      results={{ ...results, isEarlier, lacks: 'Cy’s line 4' }}
      label="Run tests"
      reason={null}
      isOnEngine={false}
      onRun={nothing}
      onStop={nothing}
      sharing={null}
    />,
  );
  expect(screen.getByRole('status').textContent).toBe(words);
});
