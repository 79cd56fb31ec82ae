import type { RunTests } from '@cip/contracts/runs/run-tests';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TestTree } from './TestTree.tsx';
import { testsText } from './tests-text.ts';

const TESTS: RunTests = {
  passed: 2,
  failed: 2,
  skipped: 1,
  files: ['shop.test.ts', 'lib/tax.test.ts'],
  results: [
    [0, 'total\nadds', 'passed', 2.6, 5, ''],
    [0, 'total\nof nothing\nis 0', 'failed', 1, 10, 'AssertionError: expected 1 to be 0\n    at shop.test.ts:10'],
    [0, 'total\nlater', 'skipped', 0, 12, ''],
    [0, 'alone', 'passed', 0, 20, ''],
    [1, '', 'failed', 0, 2, 'Error: \u001b[31mno tax\u001b[0m'],
  ],
};

const tree = () => screen.getByRole('tree', { name: 'Tests' });
const item = (name: RegExp) => within(tree()).getByText(name).closest('li') as HTMLElement;
/** The items in a group. */
const inside = (name: RegExp) => within(item(name).nextElementSibling as HTMLElement);

test('shows files, groups and tests with their states in words', () => {
  render(<TestTree tests={TESTS} />);
  expect(within(tree()).getAllByRole('treeitem')).toHaveLength(8);
  expect(item(/^shop\.test\.ts$/).querySelector('[data-row]')?.textContent).toBe('shop.test.ts failed 4 ms');
  expect(inside(/^total$/).getByText('adds').parentElement?.textContent).toBe('adds passed 3 ms');
  expect(inside(/^total$/).getByText('later').parentElement?.textContent).toBe('later skipped ');
  expect(inside(/^of nothing$/).getByText(/expected 1 to be 0/)).toBeTruthy();
  expect(item(/^lib\/tax\.test\.ts$/).textContent).toContain('failed Error: no tax');
});

test('shows groups beyond any sensible depth as one', () => {
  const results = Array.from({ length: 6 }, (_, nth): RunTests['results'][number] => {
    const path = [...Array.from({ length: 199 }, (__, depth) => `${(nth * depth) % 10}`), 'last'].join('\n');
    return [0, path, 'passed', 0, 1, ''];
  });
  render(<TestTree tests={{ passed: 6, failed: 0, skipped: 0, files: ['a.test.js'], results }} />);
  expect(within(tree()).getAllByRole('treeitem').length).toBeLessThanOrEqual(6 * 9 + 1);
  expect(screen.getAllByText('last')).toHaveLength(6);
});

test('shows the line of a test in the code', async () => {
  const onPlace = vi.fn<() => void>();
  render(<TestTree tests={TESTS} onPlace={onPlace} />);
  await userEvent.click(screen.getByText('adds'));
  expect(onPlace).toHaveBeenLastCalledWith('shop.test.ts', 5);
  expect(document.activeElement).toBe(screen.getByRole('treeitem', { name: 'adds passed 3 ms' }));
  await userEvent.keyboard('{End}{Enter}');
  expect(onPlace).toHaveBeenLastCalledWith('lib/tax.test.ts', 2);
});

test('moves by the keys of a tree, with one stop for Tab', async () => {
  render(<TestTree tests={TESTS} />);
  const focused = () => document.activeElement?.querySelector('[data-row]')?.textContent;
  const stops = () => screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0);
  await userEvent.tab();
  expect(focused()).toMatch(/^shop.test.ts/);
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  expect(focused()).toMatch(/^adds/);
  expect(stops()).toEqual([document.activeElement]);
  await userEvent.keyboard('{ArrowLeft}');
  expect(focused()).toMatch(/^total/);
  await userEvent.keyboard('{ArrowLeft}');
  expect(item(/^total$/).getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('adds')).toBeNull();
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toMatch(/^alone/);
  await userEvent.click(screen.getByText('shop.test.ts'));
  expect(stops()).toHaveLength(1);
  await userEvent.keyboard('{ArrowRight}{Home}{ArrowUp}');
  expect(focused()).toMatch(/^shop.test.ts/);
  expect(screen.getByRole('treeitem', { name: /^lib/ }).getAttribute('aria-level')).toBe('1');
});

test('opens what failed in another run, although its group was closed before', async () => {
  const { rerender } = render(<TestTree tests={TESTS} />);
  await userEvent.click(screen.getByText('shop.test.ts'));
  expect(screen.queryByText('alone')).toBeNull();
  rerender(<TestTree tests={{ ...TESTS }} />);
  expect(screen.getByText('alone')).toBeTruthy();
});

test('does nothing with a test where there is no editor', async () => {
  render(<TestTree tests={TESTS} />);
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByText('adds').closest('li')?.hasAttribute('data-pressed')).toBe(false);
});

test('opens only groups with a failure if there are many tests, and counts those that are not listed', () => {
  const many: RunTests['results'] = Array.from({ length: 40 }, (_, nth) => [0, `good\n${nth}`, 'passed', 1, 1, '']);
  const results: RunTests['results'] = [...many, [0, 'bad\none', 'failed', 1, 1, 'no']];
  render(<TestTree tests={{ ...TESTS, passed: 290, failed: 1, skipped: 0, results }} />);
  const isOpen = (name: RegExp) => item(name).getAttribute('aria-expanded') === 'true';
  expect([isOpen(/^shop\.test\.ts$/), isOpen(/^good$/), isOpen(/^bad$/)]).toEqual([true, false, true]);
  expect(screen.getByText('250 more tests are not listed.')).toBeTruthy();
});

test('draws what a hostile device sends', () => {
  const results: RunTests['results'] = [
    [7, 'of no file', 'passed', 1, 1, ''],
    [0, 'same', 'passed', 1, 1, ''],
    [0, 'same\nsame', 'failed', 1, 1, ''],
    [0, '\n\n', 'passed', 1, 1, ''],
  ];
  render(<TestTree tests={{ ...TESTS, passed: 0, failed: 0, skipped: 0, files: ['a.test.js'], results }} />);
  expect(within(tree()).getAllByText('same')).toHaveLength(3);
  expect(screen.queryByText('of no file')).toBeNull();
});

test('shows nothing without results, and says so in words', () => {
  const none = { passed: 0, failed: 0, skipped: 0 };
  render(<TestTree tests={{ ...none, files: [], results: [] }} />);
  expect(screen.queryByRole('tree')).toBeNull();
  expect(testsText(none)).toBe('No tests ran');
  expect(testsText({ passed: 3, failed: 1, skipped: 0 })).toBe('3 passed, 1 failed');
});
