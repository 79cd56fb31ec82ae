import { entryError } from '../../worker/entry-error.ts';
import type { Host } from '../../worker/serve-programs.ts';
import { positionAt } from './position.ts';

/** Ends a run with an error at a character of the program or of another `file`, or without a position. */
export function failAt(host: Host, sql: string, message: string, index: number | null, file?: string): void {
  const place = index === null ? null : positionAt(sql, index);
  const where = [file, place && `line ${place.line}`].filter(Boolean).join(', ');
  host.output.write('err', where === '' ? `Error: ${message}\n` : `Error in ${where}: ${message}\n`);
  const error = { name: 'Error', message, line: place?.line ?? null, column: place?.column ?? null };
  host.end({ exitCode: 1, error: file === undefined ? error : entryError(error, file, '') });
}
