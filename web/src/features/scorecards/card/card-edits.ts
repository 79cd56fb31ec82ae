import type { Body } from '@cip/contracts/protocol/endpoint';
import type { saveScorecard } from '@cip/contracts/scorecards/scorecards';
import type { CardContent, Rating } from '@cip/contracts/scorecards/card-content';

type Edits = Omit<Body<typeof saveScorecard>, 'op_id'>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the rating of a criterion; an empty one before it is rated. */
export function ratingOf({ ratings }: CardContent, criterion: string): Rating {
  return ratings.find((rating) => rating.criterion === criterion) ?? { criterion, grade: null, evidence: '' };
}

/** Returns the content with a changed rating. */
export function withRating(content: CardContent, rating: Rating): CardContent {
  const others = content.ratings.filter(({ criterion }) => criterion !== rating.criterion);
  return { ...content, ratings: [...others, rating] };
}

/** Returns the changes from `base` to `content` by field; null if there are none. */
export function editsBetween(base: CardContent, content: CardContent): Edits | null {
  const ratings = content.ratings.flatMap(({ criterion, grade, evidence }) => {
    const before = ratingOf(base, criterion);
    const changed = {
      ...(before.grade !== grade && { grade: { base: before.grade, value: grade } }),
      ...(before.evidence !== evidence && { evidence: { base: before.evidence, value: evidence } }),
    };
    return Object.keys(changed).length > 0 ? [{ criterion, ...changed }] : [];
  });
  const edits: Edits = {
    ...(!isSame(base.notes.map(keyOf), content.notes.map(keyOf)) && {
      notes: { base: base.notes, value: content.notes },
    }),
    ...(ratings.length > 0 && { ratings }),
    ...(base.overall !== content.overall && { overall: { base: base.overall, value: content.overall } }),
    ...(base.summary !== content.summary && { summary: { base: base.summary, value: content.summary } }),
  };
  return Object.keys(edits).length > 0 ? edits : null;
}

const keyOf = ({ minute, text }: CardContent['notes'][number]) => `${minute} ${text}`;

/** Returns the content after changes that wait on this device. */
export function withEdits(content: CardContent, { notes, ratings = [], overall, summary }: Edits): CardContent {
  const changed = {
    ...content,
    ...(notes && { notes: notes.value }),
    ...(overall && { overall: overall.value }),
    ...(summary && { summary: summary.value }),
  };
  return ratings.reduce((result, { criterion, grade, evidence }) => {
    const before = ratingOf(result, criterion);
    return withRating(result, {
      criterion,
      grade: grade ? grade.value : before.grade,
      evidence: evidence ? evidence.value : before.evidence,
    });
  }, changed);
}
