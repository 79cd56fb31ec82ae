import type { AppContext } from '../../context.ts';
import { removeExpired } from './retention.service.ts';

/** How often a node looks for what is older than it may be, in milliseconds: an hour. */
const LOOK_EVERY_MS = 3_600_000;
/** Up to this long after the start the first look comes, so that nodes started together take turns, in milliseconds. */
const FIRST_WITHIN_MS = 300_000;

/** Removes what has become too old, now and then. Answers with the function that stops it. */
export function keepRetention(ctx: Pick<AppContext, 'db' | 'documents' | 'log'>): () => void {
  let timer: NodeJS.Timeout;
  const look = () => {
    timer = setTimeout(look, LOOK_EVERY_MS).unref();
    removeExpired(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'old interviews could not be removed'));
  };
  timer = setTimeout(look, Math.random() * FIRST_WITHIN_MS).unref();
  return () => clearTimeout(timer);
}
