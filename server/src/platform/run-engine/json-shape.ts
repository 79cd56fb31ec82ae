/** Returns an object's fields; none for any other value. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Returns an exit code within the range that a run may have, else null. */
export function exitCodeOf(value: unknown): number | null {
  const isCode = Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
  return isCode ? Number(value) : null;
}
