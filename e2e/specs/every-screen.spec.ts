import { numberOfCommit } from '../support/commit.ts';
import { test } from '../support/fixtures.ts';
import { openLooks } from '../walkthrough/accessible.ts';
import type { Look, Looks } from '../walkthrough/accessible.ts';
import { walkAskedQuestion } from '../walkthrough/questions.ts';
import { walkWaiting } from '../walkthrough/waiting.ts';
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

/** Returns which steps of a walk the commit selects: each screen at its first step, and a third of its other states. */
function selectSteps(): (name: string) => boolean {
  const seen = new Map<string, number>();
  return (name) => {
    const [screen = name] = name.split(', ');
    const nth = seen.get(screen) ?? 0;
    seen.set(screen, nth + 1);
    return nth === 0 || nth % 3 === number % 3;
  };
}

/** Without the waiting room and the question in a room, whose screens their journeys check (waiting-room, questions). */
const walks = WALKTHROUGHS.filter((walk) => walk !== walkWaiting && walk !== walkAskedQuestion);

// Titles without the look, because a list of flaky tests knows them by name.
const description = `${look.device}, ${look.colorScheme}, number ${number}`;
for (const walk of walks)
  test(
    `keeps the screens of ${walk.name} accessible in the look of the commit`,
    { annotation: { type: 'look', description } },
    ({ problems }) => looks.expectAccessible(walk, look, problems, selectSteps()),
  );
