import { PLAIN_LETTERS } from '@cip/contracts/protocol/fold-text';
import { sql, type RawBuilder } from 'kysely';

/** Returns a text in the database as `foldText` of the contracts folds it. */
export function folded(text: RawBuilder<string>): RawBuilder<string> {
  const bare = sql`regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g')`;
  return sql`translate(lower(${bare}), ${PLAIN_LETTERS.from}, ${PLAIN_LETTERS.to})`;
}
