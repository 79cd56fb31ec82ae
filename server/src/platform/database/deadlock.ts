const DEADLOCK_DETECTED = '40P01';
const TRIES = 5;

/**
 * Does what may be in the way of others as they are in its. The database gives one of them up; that one begins anew.
 * Throws what `work` throws otherwise, and the deadlock after some tries.
 */
export async function retryDeadlocks<T>(work: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK_DETECTED;
    if (!isDeadlock || tries <= 1) throw error;
    return retryDeadlocks(work, tries - 1);
  }
}
