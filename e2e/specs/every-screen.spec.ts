import { numberOfSeed } from '../../scripts/full-run.mjs';
import { test } from '../support/fixtures.ts';
import { openLooks } from '../walkthrough/accessible.ts';
import type { Look, Looks, Selection } from '../walkthrough/accessible.ts';
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
const number = numberOfSeed();
const look = LOOKS[number % LOOKS.length] ?? { device: 'laptop' };

let looks: Looks;
test.beforeAll(async ({ baseURL, browser }) => {
  looks = await openLooks(browser, baseURL ?? '', [look]);
});
test.afterAll(() => looks.done());

test.describe.configure({ mode: 'parallel' });

/**
 * Returns what the commit selects of the nth walk: each screen, a third of the groups of further states, and of their
 * steps each screen's first and a third of its others.
 */
function selectionOf(nth: number): Selection {
  const seen = new Map<string, number>();
  let groups = 0;
  return {
    step(name) {
      const [screen = name] = name.split(', ');
      const before = seen.get(screen) ?? 0;
      seen.set(screen, before + 1);
      return before === 0 || before % 3 === number % 3;
    },
    states: () => (nth + groups++) % 3 === number % 3,
  };
}

/** Without the waiting room and the question in a room, whose screens their journeys check (waiting-room, questions). */
const walks = WALKTHROUGHS.filter((walk) => walk !== walkWaiting && walk !== walkAskedQuestion);

// Titles without the look, because a list of flaky tests knows them by name.
const description = `${look.device}, ${look.colorScheme}, number ${number}`;
for (const [nth, walk] of walks.entries())
  test(
    `keeps the screens of ${walk.name} accessible in the look of the commit`,
    { annotation: { type: 'look', description }, tag: nth % 2 ? '@odd' : '@even' },
    ({ problems }) => looks.expectAccessible(walk, look, problems, selectionOf(nth)),
  );
