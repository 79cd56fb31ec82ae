import { expect, test } from 'vitest';
import { findMutants, mutantsOf } from './find.ts';

const FILE = 'server/src/features/x/x.repository.ts';

function mutated(source: string, file = FILE): string[] {
  return mutantsOf(file, source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));
}

test('removes only the predicate that names a tenant', () => {
  expect(
    mutated("db.selectFrom('x').where('x.company_id', '=', companyId).where('status', '=', 'active').execute();"),
  ).toEqual(["db.selectFrom('x').where('status', '=', 'active').execute();"]);
});

test('replaces a tenant predicate in raw SQL with true', () => {
  expect(mutated('sql`select 1 from x where interview_id = ${id} and a = ${b}`')).toEqual([
    'sql`select 1 from x where true and a = ${b}`',
  ]);
});

test('disables refusals about identity but not about values', () => {
  const source = 'if (claims.interview !== room.id) throw forbidden(); if (text.length > 3) throw tooLong();';

  expect(mutated(source)).toEqual(['if (false) throw forbidden(); if (text.length > 3) throw tooLong();']);
});

test('weakens declared access by one step', () => {
  expect(mutated("endpoint({ access: 'owner', url: 'owner' })", 'contracts/src/x.ts')).toEqual([
    "endpoint({ access: 'account', url: 'owner' })",
  ]);
});

test('finds the mutants of the code base with unique ids', () => {
  const mutants = findMutants();

  expect(mutants.length).toBeGreaterThan(150);
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
});
