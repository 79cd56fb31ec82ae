import { describe } from 'vitest';

/**
 * Describes a feature on Postgres, and for `npm run test:all` on the embedded database too, whose start takes seconds.
 */
export function describeDatabases(what: string, tests: (database: 'postgres' | 'embedded') => void): void {
  describe(`${what} on Postgres`, () => {
    tests('postgres');
  });
  describe(`${what} on the embedded database`, { tags: ['long'] }, () => {
    tests('embedded');
  });
}
