import type { Question, QuestionContent } from '@cip/contracts/questions/questions';
import type { Template, TemplateBody } from '@cip/contracts/questions/templates';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

/** Which questions a list shows. */
export interface QuestionFilter {
  page: number;
  search: string;
  tag: string | null;
  isArchived: boolean;
}

/** A page of the company's questions. */
export const questionsQuery = ({ page, search, tag, isArchived }: QuestionFilter) =>
  queryOptions({
    queryKey: ['questions', 'list', page, search, tag, isArchived],
    queryFn: () => {
      const query = { page, ...(search !== '' && { search }), ...(tag !== null && { tag }) };
      return call('GET /questions', { query: isArchived ? { ...query, is_archived: 'true' as const } : query });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The tags of the company's questions, the most frequent first. */
export const questionTagsQuery = queryOptions({
  queryKey: ['questions', 'tags'],
  queryFn: async () => (await call('GET /question-tags')).data,
  staleTime: 0,
});

/** A question with its latest content. */
export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: ['questions', 'one', id],
    queryFn: async () => (await call('GET /questions/:id', { params: { id } })).question,
    staleTime: 0,
  });

/** The versions of a question, newest first. */
export const versionsQuery = (id: string, latest: number) =>
  queryOptions({
    queryKey: ['questions', 'versions', id, latest],
    queryFn: async () => (await call('GET /questions/:id/versions', { params: { id } })).data,
  });

/** Returns the content of an earlier version. */
export async function loadVersion(id: string, version: number): Promise<QuestionContent> {
  const params = { id, version: String(version) };
  return (await call('GET /questions/:id/versions/:version', { params })).content;
}

/** Adds a question, or stores a new version of the given one. */
export async function saveQuestion(question: Question | null, content: QuestionContent): Promise<Question> {
  if (question === null) return (await call('POST /questions', { body: content })).question;
  const { id, version } = question;
  return (await call('PUT /questions/:id', { params: { id }, body: { version, content } })).question;
}

/** Archives a question, or takes it out of the archive. */
export async function archiveQuestion(id: string, isArchived: boolean): Promise<Question> {
  const params = { id };
  const { question } = isArchived
    ? await call('POST /questions/:id/archive', { params })
    : await call('POST /questions/:id/restore', { params });
  return question;
}

/** Deletes a question that was never shown. */
export const deleteQuestion = (id: string) => call('DELETE /questions/:id', { params: { id } });

/** Adds a template, or changes the given one. */
export function saveTemplate(template: Template | null, body: TemplateBody) {
  if (template === null) return call('POST /interview-templates', { body });
  const { id, updated_at } = template;
  return call('PUT /interview-templates/:id', { params: { id }, body: { ...body, updated_at } });
}

/** Deletes a template. */
export const deleteTemplate = (id: string) => call('DELETE /interview-templates/:id', { params: { id } });
