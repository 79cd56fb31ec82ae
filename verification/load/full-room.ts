import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_TEXT_MAX, TESTS_MAX } from '@cip/contracts/questions/questions';
import { OwnClient } from '../../server/src/testing/sockets/own-client.ts';
import { until } from '../../server/src/testing/until.ts';
import { call } from '../support/api.ts';
import type { RunningInterview } from '../support/interview.ts';

/** Characters of the code: three quarters of the longest. */
const TEXT_CHARS = 150_000;
/** Edits, and the pause between two of them (ms): below the limit of one participant. */
const EDITS = 200;
const EDIT_EVERY_MS = 25;

/** A question with every test, each as large as one may be. */
const LARGE = {
  title: 'Large',
  text: 'Sum the numbers.',
  guide: '',
  starters: [],
  data: null,
  minutes: null,
  tags: [],
  tests: Array.from({ length: TESTS_MAX }, (_, nth) => ({
    name: `Test ${nth}`,
    input: '1'.repeat(TEST_TEXT_MAX),
    expected: '1',
    is_query: false,
    is_hidden: false,
    is_ordered: false,
    is_numeric: false,
  })),
};

/** Fills a room, so that replies about it cost what they can: a long text of many edits, and a large question. */
export async function fillRoom(url: string, { interviewer, token }: RunningInterview): Promise<void> {
  const client = await OwnClient.join(url, interviewer);
  client.insert(0, 'x'.repeat(TEXT_CHARS));
  for (let nth = 0; nth < EDITS; nth++) {
    client.insert(nth, '\n');
    await sleep(EDIT_EVERY_MS);
  }
  await until('the acknowledgements', () => client.unacknowledged.size === 0);
  const { question } = await call<{ question: { id: string } }>(url, 'POST', '/questions', LARGE, token);
  const shown = await client.wire.emit('question:show', { questionId: question.id });
  if (shown['ok'] !== true) throw new Error(`The question was not shown: ${JSON.stringify(shown)}`);
  client.close();
}
