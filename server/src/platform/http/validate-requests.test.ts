import { deleteInterview } from '@cip/contracts/interviews/interviews';
import { saveCode } from '@cip/contracts/rooms/documents';
import type { TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { validateRequests } from './validate-requests.ts';

const id = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';

function read(schema: TSchema, httpPart: string, input: unknown): unknown {
  return validateRequests({ schema, httpPart, method: 'POST', url: '/' })(input);
}

it('reads ids in lower case, as groups and maps have them', () => {
  expect(read(deleteInterview.schema.params, 'params', { id: id.toUpperCase() })).toEqual({ value: { id } });

  const body = { interview_session_id: id.toUpperCase(), code_content: '', language: 'sql' };
  expect(read(saveCode.schema.body, 'body', body)).toMatchObject({ value: { interview_session_id: id } });
});

it('refuses a text that is no id', () => {
  expect(read(deleteInterview.schema.params, 'params', { id: `${id}0` })).toHaveProperty('error');
});
