import type { AppContext } from '../../context.ts';
import { hourly } from '../../platform/hourly.ts';
import { removeExpired } from './retention.service.ts';

/** Removes what has become too old, now and then. Answers with the function that stops it. */
export function keepRetention(ctx: Pick<AppContext, 'db' | 'documents' | 'log'>): () => void {
  return hourly(
    () => removeExpired(ctx),
    (error) => ctx.log.warn({ err: error }, 'what is too old could not be removed'),
  );
}
