import type { CDPSession } from '@playwright/test';

/** Slow-down of the processor to simulate a phone. */
export const CPU_TIMES = 4;
/** Longest time for any condition, in milliseconds. */
export const GIVE_UP_MS = 60_000;

/** Resolves at the first frame in which an expression is true. Throws when that takes too long. */
export async function waitForCondition(debuggerOfPage: CDPSession, condition: string): Promise<void> {
  const expression = `new Promise((resolve, reject) => {
    const tooLate = setTimeout(reject, ${GIVE_UP_MS}, new Error('The condition did not become true in time.'));
    const look = () => (${condition} ? resolve(clearTimeout(tooLate)) : requestAnimationFrame(look));
    look();
  })`;
  const { exceptionDetails } = await debuggerOfPage.send('Runtime.evaluate', { expression, awaitPromise: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}
