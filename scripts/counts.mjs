/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Count */
/** @typedef {Count & { title: string }} Part */

/**
 * Something that counts as one test.
 * @param {boolean} ok
 * @returns {Count}
 */
export function one(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * The outcome of a tool that ran many tests. One that failed outside of any test, or ran none, counts as one failure.
 * @param {number} code its exit code
 * @param {Partial<Count>} counted
 * @returns {Count}
 */
export function many(code, { passed = 0, failed = 0, skipped = 0 }) {
  const hasFailed = code !== 0 || passed + failed + skipped === 0;
  return { passed, failed: hasFailed && failed === 0 ? 1 : failed, skipped };
}

/**
 * Says loudly what could not run; with CI set it is a failure.
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
 * Names the parts that want attention, and once more what failed in them, since who reads only the end of a long run
 * wants to know; ends with one line that counts everything. Returns the exit code.
 * @param {Part[]} parts
 */
export function report(parts) {
  const { passed, failed, skipped, failures } = sum(parts);
  for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n`);
  const wanting = parts.filter((part) => part.failed + part.skipped > 0).map(({ title }) => title);
  if (wanting.length > 0) process.stdout.write(`\nFailed or not run in full: ${wanting.join(', ')}\n`);
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  return failed > 0 ? 1 : 0;
}
