import type { RunTests } from '@cip/contracts/runs/run-tests';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakePage, FakeRunServer } from '../testing/fake-room.ts';
import { RunEffects } from './RunEffects.tsx';
import { RunPane } from './RunPane.tsx';
import { isExplained } from './run-settings.ts';

const TESTS: RunTests = {
  passed: 3,
  failed: 1,
  skipped: 0,
  files: ['test_shop.py'],
  results: [[0, 'test_total', 'failed', 1, 7, 'AssertionError: 3 != 4']],
};

let page: FakePage;
const onPlace = vi.fn<() => void>();
beforeEach(() => {
  isExplained.set(true);
  const server = new FakeRunServer();
  server.further = [{ name: 'test_shop.py', content: '' }];
  page = new FakePage(server, 'Ada');
});
afterEach(() => page.session.close());

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));

async function runTests() {
  const { session } = page;
  const props = { session, editor: null, language: 'python', tab: 'Output' as const, isWhole: false, onPlace };
  render(
    <>
      <RunEffects session={session} editor={null} />
      <RunPane {...props} onTab={() => undefined} onCode={() => undefined} />
    </>,
  );
  await settle();
  void session.press({ isTests: true });
  await settle();
  return page.sandbox.last;
}

const log = () => screen.getByRole('log', { name: 'Output' });

test('shows the tests above what they print, with a summary that is announced', async () => {
  const execution = await runTests();
  expect(within(log()).getByText('Running tests…')).toBeTruthy();
  act(() => execution.events.output('out', 'printed\n'));
  execution.end({ reason: 'failed', exitCode: 1, tests: TESTS });
  await settle();
  expect(screen.getByText('3 passed, 1 failed')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Tests: 3 passed, 1 failed.');
  expect(screen.queryByText(/Exited with code/)).toBeNull();
  expect(log().textContent).toMatch(/test_total.*3 != 4.*printed/s);
  await userEvent.click(within(screen.getByRole('tree', { name: 'Tests' })).getByText(/test_total/));
  expect(onPlace).toHaveBeenCalledWith('test_shop.py', 7);
});

test('shows the tests that had ended when the run was out of time', async () => {
  const execution = await runTests();
  execution.end({ reason: 'time_limit', exitCode: null, ms: 10_000, tests: TESTS });
  await settle();
  expect(screen.getAllByText('Time limit reached after 10.0 s: 3 passed, 1 failed')).toHaveLength(2);
  expect(screen.getByRole('tree', { name: 'Tests' })).toBeTruthy();
});

test('says that no results arrived from a device that does not know tests', async () => {
  const execution = await runTests();
  execution.end();
  await settle();
  expect(screen.getByText('The results of the tests did not arrive.')).toBeTruthy();
});
