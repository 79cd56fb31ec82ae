import { newEmail, PASSWORD } from '../builders.ts';
import type { ListedEndpoint } from '../endpoints.ts';
import { sampleObject, type Fitting } from '../sample.ts';
import type { TestApp } from '../test-app.ts';

/** The parameters and the body of a request that fits a call, about an object; whoever signs in is `signsIn`. */
export async function sampleRequest(
  node: TestApp,
  endpoint: ListedEndpoint,
  object: Fitting,
  signsIn: string,
): Promise<{ params?: Record<string, string>; body?: Fitting }> {
  const { params, body } = endpoint.schema;
  const { db } = node.ctx;
  const free = await db.selectFrom('plans').select('id').where('price_cents', '=', 0).executeTakeFirst();
  const fitting = {
    name: 'Somebody',
    email: endpoint.url === '/login' ? signsIn : newEmail(),
    candidate_name: 'Somebody',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    token: 'A'.repeat(43),
    current_password: PASSWORD,
    new_password: PASSWORD,
    code_content: 'select 1;',
    notes: 'Noted.',
    subscription_plan_id: free?.id,
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    ...object,
  };
  return {
    ...(params && { params: textOf(sampleObject(params, fitting)) }),
    ...(body && { body: sampleObject(body, fitting) }),
  };
}

function textOf(values: Fitting): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
