import type { Host } from '../../worker/serve-programs.ts';
import { positionAt } from './position.ts';

/** Ends a run with an error at a character of the program, or without a position. */
export function failAt(host: Host, sql: string, message: string, index: number | null): void {
  const place = index === null ? null : positionAt(sql, index);
  host.output.write('err', place === null ? `Error: ${message}\n` : `Error in line ${place.line}: ${message}\n`);
  host.end({
    exitCode: 1,
    error: { name: 'Error', message, line: place?.line ?? null, column: place?.column ?? null },
  });
}
