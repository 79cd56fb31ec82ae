import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aQuestion, quickStart, registerCompany } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { readQuestionTexts } from './room/interview-questions.service.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

it('reads the texts of an interview’s questions for a playback without their data', async () => {
  const { db } = node.ctx;
  const { id } = await quickStart(node, await registerCompany(node));
  for (const [number, text] of [
    [2, 'Second'],
    [1, 'First'],
  ] as const) {
    const content = JSON.stringify(aQuestion({ text, data: 'x'.repeat(1_000_000) }));
    await db
      .insertInto('interview_questions')
      .values({ interview_id: id, question_id: null, version: 1, number, content, hidden_at: null })
      .execute();
  }
  const sizes: number[] = [];
  const measure: KyselyPlugin = {
    transformQuery: ({ node: query }) => query,
    async transformResult({ result }) {
      sizes.push(JSON.stringify(result.rows).length);
      return result;
    },
  };

  const texts = await readQuestionTexts(db.withPlugin(measure), id);

  expect(texts).toEqual([
    { number: 1, text: 'First' },
    { number: 2, text: 'Second' },
  ]);
  expect(Math.max(...sizes)).toBeLessThan(1_000);
});
