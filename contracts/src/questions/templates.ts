import { Type } from 'typebox';
import { Closed, Done, Id, IdParams, LineNotBlank, Moment, Nullable, Text } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_SUCH_TEMPLATE } from '../protocol/not-found.ts';
import { QUESTION_TITLE_MAX, questionFactFields } from './questions.ts';
import { TypingMode } from '../rooms/rooms.ts';
import { AnyRule, Completion } from '../rooms/rules.ts';

export const TEMPLATE_QUESTIONS_MAX = 10;
export const CRITERIA_MAX = 6;
/** Templates of a company. */
export const TEMPLATES_MAX = 100;

/** Longest meaning of a grade, in code points. */
export const MEANING_MAX = 300;

/** A criterion of scorecards: the meanings of the grades 1 to 4. */
const Criterion = Closed({
  name: LineNotBlank(80),
  meanings: Type.Array(Text(MEANING_MAX), { minItems: 4, maxItems: 4 }),
});
export type Criterion = Type.Static<typeof Criterion>;

/** Longest name of a template, in code points. */
export const TEMPLATE_NAME_MAX = 80;
export const TemplateName = LineNotBlank(TEMPLATE_NAME_MAX);

const settingFields = {
  name: TemplateName,
  criteria: Type.Array(Criterion, { maxItems: CRITERIA_MAX }),
  /** Whether candidates wait for admission, also in a quick start. In a plan they wait even if it is false. */
  asks_before_admitting: Type.Boolean(),
  typing_mode: TypingMode,
  /** Whether the code may be run. */
  allows_runs: Type.Boolean(),
};

/** A question of a template; archived ones stay in it. */
export const TemplateQuestion = Closed({
  id: Id,
  title: LineNotBlank(QUESTION_TITLE_MAX),
  is_archived: Type.Boolean(),
  ...questionFactFields,
});

/** The start of an interview: questions in their order, the criteria of scorecards, and switches of the room. */
const Template = Closed({
  id: Id,
  updated_at: Moment,
  ...settingFields,
  /** The rule of its interviews; the company's if null. */
  rule: AnyRule,
  /** How much the editor completes in its interviews; as the company has it if null. */
  completion: Nullable(Completion),
  questions: Type.Array(TemplateQuestion, { maxItems: TEMPLATE_QUESTIONS_MAX }),
});
export type Template = Type.Static<typeof Template>;

const TemplateBody = Closed({
  ...settingFields,
  /** Unchanged if absent; a new template has none. */
  rule: Type.Optional(AnyRule),
  /** Likewise. */
  completion: Type.Optional(Nullable(Completion)),
  question_ids: Type.Array(Id, { maxItems: TEMPLATE_QUESTIONS_MAX, uniqueItems: true }),
});
export type TemplateBody = Type.Static<typeof TemplateBody>;

const TemplateChange = Closed({
  ...TemplateBody.properties,
  /** Identifies the state that was changed; absent from pages of an earlier release. */
  updated_at: Type.Optional(Moment),
});
export type TemplateChange = Type.Static<typeof TemplateChange>;

const TemplateReply = Closed({ template: Template });

export const listTemplates = endpoint({
  method: 'GET',
  url: '/interview-templates',
  access: 'account',
  keys: 'read',
  tag: 'Questions',
  summary: "List the company's templates, by name",
  reply: Closed({ data: Type.Array(Template, { maxItems: TEMPLATES_MAX }) }),
});

export const createTemplate = endpoint({
  method: 'POST',
  url: '/interview-templates',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Add a template',
  body: TemplateBody,
  reply: TemplateReply,
  status: 201,
});

/** Changes a template. `updated_at` is that of the changed state; returns 409 if there is a newer one. */
export const changeTemplate = endpoint({
  method: 'PUT',
  url: '/interview-templates/:id',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Change a template',
  params: IdParams,
  body: TemplateChange,
  reply: TemplateReply,
  notFound: NO_SUCH_TEMPLATE,
});

/** Deletes a template; interviews that began from it keep their questions, criteria and switches. */
export const deleteTemplate = endpoint({
  method: 'DELETE',
  url: '/interview-templates/:id',
  access: 'interviewer',
  tag: 'Questions',
  summary: 'Delete a template',
  params: IdParams,
  reply: Done,
  notFound: NO_SUCH_TEMPLATE,
});
