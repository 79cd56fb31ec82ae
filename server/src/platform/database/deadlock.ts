import { codeOf } from '../../errors.ts';

const DEADLOCK_DETECTED = '40P01';
const TRIES_MAX = 5;

/**
 * Runs `work` and retries it if Postgres aborts it as a deadlock victim. Throws the deadlock after `tries` tries, and
 * any other error immediately.
 */
export async function retryDeadlocks<T>(work: () => Promise<T>, tries = TRIES_MAX): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== DEADLOCK_DETECTED || tries <= 1) throw error;
    return retryDeadlocks(work, tries - 1);
  }
}
