import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MB = 1024 * 1024;
/** Fills the pre-sized heap of `npm start` with garbage and prints the resident memory around the call. */
const PROGRAM = `
const { releaseStartMemory } = await import(${JSON.stringify(new URL('./release-memory.ts', import.meta.url).href)});
let garbage = Array.from({ length: 1_000_000 }, (_, id) => ({ id, name: 'name ' + id }));
const before = process.memoryUsage.rss();
garbage = null;
releaseStartMemory();
console.log(JSON.stringify([before, process.memoryUsage.rss()]));
`;

test('returns the memory of a start to the operating system', () => {
  const { stdout } = spawnSync(process.execPath, ['--initial-heap-size=400', '--input-type=module', '-e', PROGRAM]);
  const [before = 0, after = 0] = JSON.parse(String(stdout)) as number[];
  expect(before - after).toBeGreaterThan(40 * MB);
});
