import type { TypingMode } from '@cip/contracts/rooms/rooms';
import type { Completion, InterviewRule } from '@cip/contracts/rooms/rules';
import type { Criterion } from '@cip/contracts/questions/templates';
import type { ColumnType, Generated } from 'kysely';

/** A template of interviews. */
export interface TemplateTable {
  id: Generated<string>;
  company_id: string;
  name: string;
  /** Written as JSON text. */
  criteria: ColumnType<Criterion[], string, string>;
  asks_before_admitting: boolean;
  typing_mode: TypingMode;
  allows_runs: boolean;
  /** Written as JSON text. */
  rule: ColumnType<InterviewRule | null, string | null | undefined, string | null>;
  completion: Generated<Completion | null>;
  updated_at: Generated<string>;
}

/** A question of a template, at its position from 0. */
export interface TemplateQuestionTable {
  template_id: string;
  position: number;
  question_id: string;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    interview_templates: TemplateTable;
    template_questions: TemplateQuestionTable;
  }
}
