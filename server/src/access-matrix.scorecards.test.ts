// Takes seconds, and `scorecard-leaks` tries the same texts.
// @module-tag long
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tryScorecards, VIEWERS } from './testing/access/scorecard-world.ts';
import { matrixText, type Block } from './testing/access/table.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const INTRODUCTION = `Every way to read what interviewers wrote about a candidate, by reader: the status, and the texts that the reply
contains. "submitted" is a colleague's submitted scorecard with its notes, "draft" another colleague's draft, "edit" a
change that was not submitted again, "team" the team's notes, "reason" that of the decision. "hired candidate" and
"renamed" are accounts with the candidate's e-mail, now and until it was changed; "now coordinator" was in the room and
submitted before. Of an ended interview with several interviewers in the room. Checked by
server/src/access-matrix.scorecards.test.ts; npm run matrix updates it.`;

/** Readers who must see nothing at all, whatever they try. */
const OUTSIDERS = [
  'coordinator',
  'now coordinator',
  'hired candidate',
  'renamed',
  'other company',
  'candidate',
  'anonymous',
];

let node: TestApp;
let block: Block;
beforeAll(async () => {
  node = await startTestApp();
  block = await tryScorecards(node);
}, 60_000);
afterAll(() => node.close());

it('matches the matrix for every way to read scorecards and every reader', async () => {
  await expect(matrixText(INTRODUCTION, VIEWERS, [block])).toMatchFileSnapshot('../../docs/generated/scorecards.txt');
});

it('shows candidates and other companies no word', () => {
  const seen = block.rows.flatMap(({ object, cells }) =>
    VIEWERS.flatMap((viewer, index) =>
      OUTSIDERS.includes(viewer) && / /.test(cells[index] ?? '') ? [`${object} by ${viewer}: ${cells[index]}`] : [],
    ),
  );

  expect(seen).toEqual([]);
});

it('shows a draft only to its author and in the archive of the whole company', () => {
  const rows = block.rows.filter(({ object }) => object !== 'company export');

  expect(rows.flatMap(({ cells }) => cells).filter((cell) => /draft|edit/.test(cell))).toEqual([]);
});
