/** How often the work is done, in milliseconds. */
const EVERY_MS = 3_600_000;
/** Up to this long after the start it is done first, so that nodes started together take turns, in milliseconds. */
const FIRST_WITHIN_MS = 300_000;

/** Does work about every hour, and tells `failed` when it failed. Answers with the function that stops it. */
export function hourly(work: () => Promise<unknown>, failed: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout;
  const look = () => {
    timer = setTimeout(look, EVERY_MS).unref();
    work().catch(failed);
  };
  timer = setTimeout(look, Math.random() * FIRST_WITHIN_MS).unref();
  return () => clearTimeout(timer);
}
