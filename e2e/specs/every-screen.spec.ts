import { numberOfCommit } from '../support/commit.ts';
import { test } from '../support/fixtures.ts';
import { openLooks } from '../walkthrough/accessible.ts';
import type { Look, Looks } from '../walkthrough/accessible.ts';
import { WALKTHROUGHS } from '../walkthrough/walkthroughs.ts';

/** One after the other, commit by commit, because the whole matrix (everywhere.spec) takes minutes. */
const LOOKS: readonly Look[] = [
  { device: 'phone', colorScheme: 'light' },
  { device: 'laptop', colorScheme: 'dark' },
  { device: 'phone', colorScheme: 'dark' },
  { device: 'laptop', colorScheme: 'light' },
];
const number = numberOfCommit();
const look = LOOKS[number % LOOKS.length] ?? { device: 'laptop' };

let looks: Looks;
test.beforeAll(async ({ baseURL, browser }) => {
  looks = await openLooks(browser, baseURL ?? '', [look]);
});
test.afterAll(() => looks.done());

test.describe.configure({ mode: 'parallel' });

// Titles without the look, because a list of flaky tests knows them by name.
const description = `${look.device}, ${look.colorScheme}, number ${number}`;
for (const walk of WALKTHROUGHS)
  test(
    `keeps every step of ${walk.name} accessible in the look of the commit`,
    { annotation: { type: 'look', description } },
    ({ problems }) => looks.expectAccessible(walk, look, problems),
  );
