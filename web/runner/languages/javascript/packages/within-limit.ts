export type Body = (...given: unknown[]) => unknown;

/** Longest time of one test (ms), as in Vitest and Jest. */
const TEST_WITHIN_MS = 5_000;

const { setTimeout: setTimeoutBefore, clearTimeout: clearTimeoutBefore } = self;

/** Runs a test or a hook; one with a parameter gets the function that ends it, as in Jest. */
export async function withinLimit(body: Body | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const limit = setTimeoutBefore(
    () => reject(new Error(`It took longer than ${TEST_WITHIN_MS / 1_000} s.`)),
    TEST_WITHIN_MS,
  );
  const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
  try {
    const takesDone = (body?.length ?? 0) > 0;
    const result = body?.(done);
    await (takesDone ? promise : Promise.race([result, promise]));
  } finally {
    clearTimeoutBefore(limit);
  }
}
