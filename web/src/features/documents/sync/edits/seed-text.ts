import { call } from '../../../../shared/api/api-client.ts';
import { newOperationId } from '../../../../shared/api/operation-id.ts';

/** Replaces the default text of a new interview with `text`; repeating it changes nothing. Throws ApiError. */
export async function replaceSeedText(interviewId: string, text: string, language: string | null): Promise<void> {
  const { data } = await call('GET /code-editor-data/session/:id', { params: { id: interviewId } });
  if (data.code_content === text) return;
  const body = {
    interview_session_id: interviewId,
    code_content: text,
    base: data.code_content,
    op_id: newOperationId(),
    ...(language !== null && { language }),
  };
  await call('POST /code-editor-data', { body });
}
