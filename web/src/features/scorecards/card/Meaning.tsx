import type { Grade } from '@cip/contracts/scorecards/card-content';

interface MeaningProps {
  /** Id of the criterion's field. */
  field: string;
  grade: Grade;
  meaning: string;
  isShown: boolean;
}

/** Returns the id of the meaning of a grade, which is a part of the grade's name. */
export const meaningId = (field: string, grade: Grade) => `${field}-${grade}-meaning`;

/** Renders the meaning of a grade, if there is one. */
export function Meaning({ field, grade, meaning, isShown }: MeaningProps) {
  if (meaning === '') return null;
  return (
    <span id={meaningId(field, grade)} data-shown={isShown}>
      {meaning}
    </span>
  );
}
