import type { ErrorBody } from './errors.ts';

/** Whether an error is of a server that does not know a field yet, because it is of an earlier release. */
export function refusesField({ code, errors }: Pick<ErrorBody, 'code' | 'errors'>, field: string): boolean {
  return code === 'invalid' && errors !== undefined && Object.hasOwn(errors, field);
}
