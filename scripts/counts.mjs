/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Count */
/** @typedef {Count & { title: string }} Part */

/**
 * Counts a step as one test.
 * @param {boolean} ok
 * @returns {Count}
 */
export function one(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * Counts the tests of a tool. A failure outside of any test, or a run without tests, counts as one failure.
 * @param {number} code its exit code
 * @param {Partial<Count>} counted
 * @returns {Count}
 */
export function many(code, { passed = 0, failed = 0, skipped = 0 }) {
  const hasFailed = code !== 0 || passed + failed + skipped === 0;
  return { passed, failed: hasFailed && failed === 0 ? 1 : failed, skipped };
}

/**
 * Prints a warning about tests that cannot run. With CI set they count as a failure, otherwise as skipped.
 * @param {string} what
 * @returns {Count}
 */
export function missing(what) {
  const isFailure = Boolean(process.env['CI']);
  const rule = '!'.repeat(72);
  process.stdout.write(`\n${rule}\n!! NOT RUN. Missing: ${what}\n${rule}\n\n`);
  return { passed: 0, failed: isFailure ? 1 : 0, skipped: isFailure ? 0 : 1 };
}

/**
 * @param {Count[]} counts
 * @returns {Required<Count>}
 */
export function sum(counts) {
  /** @type {Required<Count>} */
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { passed, failed, skipped, failures = [] } of counts) {
    total.failures.push(...failures);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/**
 * Prints the failures and the incomplete parts again at the end of a long run, and one line with all counts. Returns the
 * exit code.
 * @param {Part[]} parts
 */
export function report(parts) {
  const { passed, failed, skipped, failures } = sum(parts);
  for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n`);
  const incomplete = parts.filter((part) => part.failed + part.skipped > 0).map(({ title }) => title);
  if (incomplete.length > 0) process.stdout.write(`\nFailed or not run in full: ${incomplete.join(', ')}\n`);
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  return failed > 0 ? 1 : 0;
}
