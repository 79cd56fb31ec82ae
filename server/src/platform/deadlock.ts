const DEADLOCK_DETECTED = '40P01';

/** Whether a transaction was given up by the database because another one and it waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK_DETECTED;
}
