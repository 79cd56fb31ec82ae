import { Type } from 'typebox';
import { Closed, Line, Nullable, OneOf, Text } from '../protocol/common.ts';
import { CARD_NOTES_MAX, DECISIONS, EVIDENCE_MAX, OVERALLS, SUMMARY_MAX } from './scorecard-limits.ts';
import { CRITERIA_MAX, MEANING_MAX } from '../questions/templates.ts';

/** Most lines of a scorecard's notes. */
export const NOTE_LINES_MAX = 1_000;

/** Longest minute of a line: a room may be open for several days. */
const MINUTE_MAX = 100_000;

/** If two devices wrote a text, both are stored one after the other: a stored text may be longer than a sent one. */
export const MERGED_FACTOR = 2;

export const Grade = Type.Union([
  Type.Literal(1),
  Type.Literal(2),
  Type.Literal(3),
  Type.Literal(4),
  Type.Literal('not_seen'),
]);

export type Grade = Type.Static<typeof Grade>;

export const Overall = OneOf(OVERALLS);

export type Overall = Type.Static<typeof Overall>;

export const Decision = OneOf(DECISIONS);

export type Decision = Type.Static<typeof Decision>;

/** A line of notes; `minute` counts from the start of the interview, and is null for a line of another time. */
const NoteLine = Closed({
  text: Type.String({ maxLength: CARD_NOTES_MAX, pattern: '^[^\\u0000\\n\\ud800-\\udfff]*$' }),
  minute: Nullable(Type.Integer({ minimum: 0, maximum: MINUTE_MAX })),
});

export type NoteLine = Type.Static<typeof NoteLine>;

export const CriterionId = Type.String({ pattern: '^[a-z0-9_-]{1,40}$', maxLength: 40 });

export const Lines = (factor: number) => Type.Array(NoteLine, { maxItems: factor * NOTE_LINES_MAX });

export const Evidence = (factor: number) => Text(factor * EVIDENCE_MAX);

export const Summary = (factor: number) => Text(factor * SUMMARY_MAX);

/** A criterion with the meanings of the grades 1 to 4. */
export const Criterion = Closed({
  id: CriterionId,
  name: Line(80),
  meanings: Type.Array(Text(MEANING_MAX), { minItems: 4, maxItems: 4 }),
});

export type Criterion = Type.Static<typeof Criterion>;

const Rating = Closed({ criterion: CriterionId, grade: Nullable(Grade), evidence: Evidence(MERGED_FACTOR) });

export type Rating = Type.Static<typeof Rating>;

/** The content that an author wrote. */
export const CardContent = Closed({
  notes: Lines(MERGED_FACTOR),
  ratings: Type.Array(Rating, { maxItems: CRITERIA_MAX }),
  overall: Nullable(Overall),
  summary: Summary(MERGED_FACTOR),
});

export type CardContent = Type.Static<typeof CardContent>;
