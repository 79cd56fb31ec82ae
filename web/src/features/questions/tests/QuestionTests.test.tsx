import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QuestionTests } from './QuestionTests.tsx';

const TEST = { name: 'One', input: '1', expected: '1', is_query: false, is_ordered: false, is_numeric: false };
const PASSED = { outcome: 'passed', output: '1', error: '' } as const;
const nothing = () => undefined;

test.each([
  [false, '1 of 1 shown test passes · without Cy’s line 4, not sent yet'],
  [true, '1 of 1 shown test passes · of an earlier version'],
])('names the lines of others that the tested code lacks, unless it has changed (%s)', (isEarlier, words) => {
  const results = {
    shown: [PASSED],
    hidden: [],
    files: null,
    hiddenCount: null,
    hiddenBy: null,
    isRunning: false,
    isStopped: false,
    by: null,
  };
  render(
    <QuestionTests
      shown={[TEST]}
      hidden={[]}
      hiddenFiles={null}
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

const NO_TESTS = { shown: [], hidden: [], label: 'Run tests', reason: null, isOnEngine: false, sharing: null };
const STATE = { isRunning: false, isStopped: false, isEarlier: false };
const RESULTS = { ...STATE, shown: [], hidden: [], files: null, hiddenCount: null, hiddenBy: null, lacks: '' };

test('counts the tests of hidden files with the hidden ones', () => {
  const tests = { passed: 2, failed: 1, skipped: 4, files: ['a.test.js'], results: [] };
  const results = { ...RESULTS, hidden: [PASSED], files: { tests, problem: '' }, by: null };
  render(
    <QuestionTests {...NO_TESTS} {...{ results }} hiddenFiles={<p>a.test.js</p>} onRun={nothing} onStop={nothing} />,
  );
  expect(screen.getByRole('status').textContent).toBe('3 of 4 hidden tests pass');
  expect(screen.getByText('a.test.js')).toBeTruthy();
});

test.each([
  ['Stopped after 1 of 2 tests.', false, []],
  ['Stopped after 1 of 2 tests. The code has changed since.', true, []],
  ['Stopped in the last tests.', false, [PASSED]],
])('counts no test as failing that a stop left out: %s', (words, isEarlier, reports) => {
  const results = { ...RESULTS, isStopped: true, isEarlier, shown: [PASSED], hidden: reports, by: null };
  const hiddenTests = { hidden: [TEST], hiddenFiles: <p>a.test.js</p> };
  render(
    <QuestionTests {...NO_TESTS} shown={[TEST]} {...{ results, ...hiddenTests }} onRun={nothing} onStop={nothing} />,
  );
  expect(screen.getByRole('status').textContent).toBe(words);
});

test('shows a candidate the shared count of a question whose tests are all hidden, and nothing to run', () => {
  const results = { ...RESULTS, hiddenCount: { passed: 3, total: 4 }, hiddenBy: 'Ines', by: 'Ines' };
  render(<QuestionTests {...NO_TESTS} {...{ results }} hiddenFiles={null} onRun={nothing} onStop={nothing} />);
  expect(screen.getByRole('status').textContent).toBe('3 of 4 hidden tests pass · run by Ines');
  expect(screen.queryByRole('button')).toBeNull();
});

test('presses the button once while Enter is held', () => {
  render(
    <QuestionTests {...NO_TESTS} shown={[TEST]} results={null} hiddenFiles={null} onRun={nothing} onStop={nothing} />,
  );
  const button = screen.getByRole('button', { name: 'Run tests' });
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
});
