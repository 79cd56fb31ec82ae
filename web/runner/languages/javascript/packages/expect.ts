import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  getState,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import * as spies from '@vitest/spy';
import type { Core } from '../core.ts';
import { createTestRunner } from './test-runner.ts';

/** The state of `expect` before a test. */
const START = {
  assertionCalls: 0,
  isExpectingAssertions: false,
  isExpectingAssertionsError: null,
  expectedAssertionsNumber: null,
  expectedAssertionsNumberErrorGen: null,
};

/** `expect` of Vitest, its spies, and functions that define tests, as plain names and under those of test runners. */
export function modules(core: Core): Record<string, unknown> {
  const expect = createExpect();
  const { runner, functions } = createTestRunner(core, countsOf(expect));
  const { fn, spyOn, isMockFunction, clearAllMocks, resetAllMocks, restoreAllMocks } = spies;
  const vi = {
    fn,
    spyOn,
    isMockFunction,
    mocked: (value: unknown) => value,
    clearAllMocks,
    resetAllMocks,
    restoreAllMocks,
  };
  const all = { ...functions, expect, vi, jest: vi };
  for (const [name, value] of Object.entries(all))
    if (!(name in self)) Object.defineProperty(self, name, { value, configurable: true, writable: true });
  return {
    'js/runner': runner,
    expect: Object.assign(expect, { expect, default: expect, fn, spyOn }),
    vitest: { ...all, assert: chai.assert, chai },
    '@jest/globals': all,
    'node:test': Object.assign(functions.test, functions, { before: functions.beforeAll, after: functions.afterAll }),
    chai,
  };
}

function createExpect() {
  const plugins = [JestExtend, JestChaiExpect, JestAsymmetricMatchers];
  for (const plugin of plugins) chai.use(plugin);
  const expect = ((value: unknown, message?: string) => {
    const state = getState(expect);
    setState({ assertionCalls: state.assertionCalls + 1 }, expect);
    return chai.expect(value, message);
  }) as never as Parameters<typeof getState>[0];
  const matchers = (globalThis as unknown as Record<symbol, object>)[ASYMMETRIC_MATCHERS_OBJECT];
  Object.assign(expect, chai.expect, matchers);
  setState(START, expect);
  const counting = {
    assertions: (count: number) => setState({ expectedAssertionsNumber: count }, expect),
    hasAssertions: () => setState({ isExpectingAssertions: true }, expect),
  };
  Object.assign(expect, counting);
  Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, configurable: true, writable: true });
  return expect;
}

/** Returns the check of `expect.assertions`: to be begun before each test, and to be called after it. */
function countsOf(expect: ReturnType<typeof createExpect>): () => () => void {
  return () => {
    setState(START, expect);
    return () => {
      const { assertionCalls: calls, expectedAssertionsNumber: wanted, isExpectingAssertions } = getState(expect);
      if (typeof wanted === 'number' && wanted !== calls)
        throw new Error(`expected number of assertions to be ${wanted}, but got ${calls}`);
      if (isExpectingAssertions && calls === 0) throw new Error('expected any number of assertion, but got none');
    };
  };
}
