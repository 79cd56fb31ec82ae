import { beforeEach, expect, it, vi } from 'vitest';
import { many, missing, one, report } from './counts.mjs';

let printed = '';

beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  return () => vi.unstubAllEnvs();
});

it('ends with one line of counts', () => {
  const code = report([
    { title: 'Format', ...one(true) },
    { title: 'Tests', ...many(0, { passed: 40 }) },
  ]);
  expect(printed).toBe('\n41 passed, 0 failed\n');
  expect(code).toBe(0);
});

it('lists the parts that failed or were incomplete', () => {
  const code = report([
    { title: 'Format', ...one(false) },
    { title: 'Types', ...one(true) },
    { title: 'Tests', ...many(1, { passed: 4, failed: 2, skipped: 1 }), failures: ['a.test.ts › keeps', 'b.test.ts'] },
  ]);
  expect(printed).toBe(
    '\n✗ a.test.ts › keeps\n\n✗ b.test.ts\n' +
      '\nFailed or not run in full: Format, Tests\n\n5 passed, 3 failed, 1 skipped\n',
  );
  expect(code).toBe(1);
});

it('counts an aborted run and a run without tests as a failure', () => {
  expect(many(1, { passed: 3 })).toEqual({ passed: 3, failed: 1, skipped: 0 });
  expect(many(0, {})).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('warns about a missing tool and fails with CI set', () => {
  vi.stubEnv('CI', '');
  expect(missing('Chromium')).toEqual({ passed: 0, failed: 0, skipped: 1 });
  expect(printed).toContain('!! NOT RUN. Missing: Chromium');
  vi.stubEnv('CI', 'true');
  expect(missing('Chromium')).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
