import { test } from '../support/fixtures.ts';
import { openLooks } from '../walkthrough/accessible.ts';
import type { Look, Looks } from '../walkthrough/accessible.ts';
import { walkRoom } from '../walkthrough/room.ts';
import { WALKTHROUGHS } from '../walkthrough/walkthroughs.ts';

const laptop: Look = { device: 'laptop' };
const phone: Look = { device: 'phone' };
const tablet: Look = { device: 'tablet' };

const MATRIX = [
  { look: laptop, walkthroughs: WALKTHROUGHS },
  { look: phone, walkthroughs: WALKTHROUGHS },
  // If a phone folds something away, a tablet shows it for a finger.
  { look: tablet, walkthroughs: [walkRoom] },
] as const;

let looks: Looks;
test.beforeAll(async ({ baseURL, browser }) => {
  looks = await openLooks(browser, baseURL ?? '', [laptop, phone, tablet]);
});
test.afterAll(() => looks.done());

test.describe.configure({ mode: 'parallel' });

for (const { look, walkthroughs } of MATRIX)
  for (const walk of walkthroughs)
    test(`keeps every step of ${walk.name} accessible on a ${look.device}`, { tag: '@long' }, ({ problems }) =>
      looks.expectAccessible(walk, look, problems),
    );
