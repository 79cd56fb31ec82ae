import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TestCase } from './TestCase.tsx';

const TEST = { name: 'One', input: '', expected: '', is_query: false, is_ordered: false, is_numeric: false };
/** 500 numbers of four digits, each for a line of its own. */
const NUMBERS = Array.from({ length: 500 }, (_each, index) => String(1_000 + index));
const textOf = (lines: readonly string[]) => lines.join('\n');
/** The output as a report has it. */
const cut = (lines: readonly string[]) => textOf(lines).slice(0, 2_000);

/** Renders a test that failed with an output. */
function renderFailure(output: string, expected: readonly string[], changes: object = {}) {
  const report = { outcome: 'failed', output, error: '' } as const;
  render(<TestCase test={{ ...TEST, expected: textOf(expected), ...changes }} report={report} />);
}
const changed = () =>
  [...screen.getByRole('group', { name: 'Difference' }).querySelectorAll('[data-kind]:not([data-kind="same"])')].map(
    ({ textContent }) => textContent.trim(),
  );

test('compares a shortened output with the start of the expected one', () => {
  renderFailure(cut(NUMBERS.with(5, 'wrong')), NUMBERS);
  expect(changed()).toEqual(['− Missing: 1005', '+ Not expected: wrong']);
  screen.getByText('Difference of the first 399 lines: − is missing, + was not expected');
  screen.getByRole('group', { name: 'Actual output, the first 2,000 characters' });
});

test('says that the start of a shortened output is as expected', () => {
  renderFailure(cut(NUMBERS), NUMBERS.slice(0, 450));
  screen.getByText('The first 400 lines are as expected.');
  expect(screen.queryByRole('group', { name: 'Difference' })).toBeNull();
});

test('shows no difference of a single line that is shortened', () => {
  renderFailure('x'.repeat(2_000), ['y']);
  expect(screen.queryByText(/^The first 0|^Difference/)).toBeNull();
});

test('compares the first rows of a shortened result in their order', () => {
  const expected = [...NUMBERS.slice(0, 9), '', ...NUMBERS.slice(9)];
  renderFailure(cut(NUMBERS.with(1, 'wrong')), expected, { is_query: true, is_ordered: true });
  expect(changed()).toEqual(['− Missing: 1001', '+ Not expected: wrong']);
  screen.getByText('Difference of the first 399 rows: − is missing, + was not expected');
});

test('compares no rows of a shortened result in any order', () => {
  renderFailure(cut(NUMBERS), NUMBERS.toReversed(), { is_query: true });
  screen.getByRole('group', { name: 'Actual rows, the first 2,000 characters' });
  expect(screen.queryByText(/^The first|^Difference/)).toBeNull();
});

test('compares a whole output with all that is expected', () => {
  renderFailure('1\n', ['1', '2']);
  expect(changed()).toEqual(['− Missing: 2']);
  screen.getByText('Difference: − is missing, + was not expected');
  screen.getByRole('group', { name: 'Actual output' });
});
