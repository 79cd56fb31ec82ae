import { writeQuestionFile } from '../../features/questions/archive/question-file.ts';
import { aQuestion, newEmail, PASSWORD } from '../builders.ts';
import type { ListedEndpoint } from '../http/endpoints.ts';
import { questionArchive } from '../http/question-archive.ts';
import { sampleObject, type SampleValues } from '../sample.ts';
import type { TestApp } from '../test-app.ts';

/** Returns valid parameters and body for an endpoint and an object; `loginEmail` is used for the login. */
export async function sampleRequest(
  node: TestApp,
  endpoint: ListedEndpoint,
  object: SampleValues,
  loginEmail: string,
): Promise<{ params?: Record<string, string>; body?: SampleValues }> {
  const { params, body } = endpoint.schema;
  const { db } = node.ctx;
  const free = await db.selectFrom('plans').select('id').where('price_cents', '=', 0).executeTakeFirst();
  const values = {
    name: 'Someone',
    email: endpoint.url === '/login' ? loginEmail : newEmail(),
    candidate_name: 'Someone',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    token: 'A'.repeat(43),
    current_password: PASSWORD,
    new_password: PASSWORD,
    code_content: 'select 1;',
    notes: 'Noted.',
    archive: questionArchive({ 'sum.md': writeQuestionFile(aQuestion()) }),
    // A stretch of a recording, with the seed text.
    from: 0,
    to: 60_000,
    // The domain of every owner.
    domain: 'example.com',
    subscription_plan_id: free?.id,
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    // Nobody listens there.
    url: 'http://127.0.0.1:9/hook',
    ...object,
  };
  return {
    ...(params && { params: textOf(sampleObject(params, values)) }),
    ...(body && { body: sampleObject(body, values) }),
  };
}

function textOf(values: SampleValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
