import type * as contract from '@cip/contracts/questions/questions';
import type * as templates from '@cip/contracts/questions/templates';

// Copies, because the contract's values would bring its schemas. Their types hold them equal.
export const QUESTION_TITLE_MAX: typeof contract.QUESTION_TITLE_MAX = 120;
export const STARTERS_MAX: typeof contract.STARTERS_MAX = 10;
export const TESTS_MAX: typeof contract.TESTS_MAX = 30;
export const TEST_TEXT_MAX: typeof contract.TEST_TEXT_MAX = 10_000;
export const TAGS_MAX: typeof contract.TAGS_MAX = 10;
export const TAG_MAX: typeof contract.TAG_MAX = 30;
export const MINUTES_MAX: typeof contract.MINUTES_MAX = 240;
export const QUESTION_ARCHIVE_MAX: typeof contract.QUESTION_ARCHIVE_MAX = 4_194_304;
export const TEMPLATE_QUESTIONS_MAX: typeof templates.TEMPLATE_QUESTIONS_MAX = 10;
export const CRITERIA_MAX: typeof templates.CRITERIA_MAX = 6;
export const MEANING_MAX: typeof templates.MEANING_MAX = 300;
