import { expect, test } from 'vitest';

const sources = Object.entries(
  import.meta.glob<string>('../**/*.tsx', { eager: true, import: 'default', query: '?raw' }),
).filter(([path]) => !path.endsWith('.test.tsx'));

/** The specification calls the way back to the sessions a button. */
const BACK = './room/interviewer/InterviewerBar.tsx';

test('screens navigate by links: no press of a button only navigates, except the way back', () => {
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.filter(([, code]) => /onClick=\{\(\) => (void )?navigate\(/.test(code));
  expect(found.map(([path]) => path)).toEqual([BACK]);
});
