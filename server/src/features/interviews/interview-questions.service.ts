import type {
  InterviewQuestion,
  listInterviewQuestions as listCall,
} from '@cip/contracts/questions/interview-questions';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import type { DbContext } from '../../context.ts';
import { findInterviewQuestion, listInterviewQuestions } from '../questions/room/interview-questions.service.ts';
import { findTemplate } from '../questions/templates/templates.service.ts';
import { findTemplateId } from './interviews.repository.ts';
import { noAccess } from './interviews.service.ts';
import type { Scope } from './scope.service.ts';

/** Returns the questions of the interview's template, and the shown ones. Throws `not_found`. */
export async function readInterviewQuestions(
  { db }: DbContext,
  scope: Scope,
  id: string,
): Promise<Reply<typeof listCall>> {
  const interview = await findTemplateId(db, scope, id);
  if (!interview) throw noAccess();
  const { template_id: templateId } = interview;
  const template = templateId === null ? undefined : await findTemplate(db, scope.companyId, templateId);
  return {
    template: template ? { name: template.name, questions: template.questions } : null,
    shown: await listInterviewQuestions(db, id),
  };
}

/** Returns one of the shown questions, whole. Throws `not_found`. */
export async function readInterviewQuestion(
  { db }: DbContext,
  scope: Scope,
  { id, question_id: questionId }: { id: string; question_id: string },
): Promise<InterviewQuestion> {
  const question = (await findTemplateId(db, scope, id)) && (await findInterviewQuestion(db, id, questionId));
  if (!question) throw noAccess();
  return question;
}
