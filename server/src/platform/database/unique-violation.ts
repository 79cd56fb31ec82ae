const UNIQUE_VIOLATION = '23505';

/** Whether an error says that a unique constraint or index, by its name, refused a row. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return false;
  return error.code === UNIQUE_VIOLATION && error.constraint === constraint;
}
