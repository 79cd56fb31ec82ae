import { expect, test } from 'vitest';
import { mutantsOf } from './find.ts';
import { SWITCH, withSwitches } from './switches.ts';

const FILE = 'server/src/features/x/x.repository.ts';

/** Returns the results of switched code without a mutant and with each of its mutants. */
function outcomes(body: string, names: Record<string, unknown>, file = FILE): unknown[] {
  const source = `function run() { ${body} }`;
  const mutants = mutantsOf(file, source);
  const code = withSwitches(source, mutants);
  return [null, ...mutants.map(({ id }) => id)].map((on) => {
    Reflect.set(globalThis, SWITCH, (id: string) => id === on);
    try {
      // oxlint-disable-next-line no-implied-eval -- the generated code is under test
      return new Function(...Object.keys(names), `${code}; return run();`)(...Object.values(names)) as unknown;
    } finally {
      Reflect.deleteProperty(globalThis, SWITCH);
    }
  });
}

/** A minimal query builder that records its columns. */
class Query {
  readonly columns: string[];
  constructor(columns: string[] = []) {
    this.columns = columns;
  }
  where(column: string): Query {
    return new Query([...this.columns, column]);
  }
  $call<T>(act: (query: Query) => T): T {
    return act(this);
  }
}

test('removes each predicate of a chain alone and none without a switch', () => {
  const source =
    "return q.where('company_id', '=', companyId).where('id', '=', id).where('user_id', '=', userId).columns";

  expect(outcomes(source, { q: new Query(), companyId: 1, userId: 2, id: 3 })).toEqual([
    ['company_id', 'id', 'user_id'],
    ['company_id', 'id'],
    ['id', 'user_id'],
  ]);
});

test('removes predicates in raw SQL and nested ones', () => {
  const sql = (strings: TemplateStringsArray, ...values: (string | number)[]): string =>
    strings.map((text, index) => `${text}${values[index] ?? ''}`).join('');

  expect(outcomes('return sql`a = ${1} and company_id = ${companyId} and id = ${2}`', { sql, companyId: 7 })).toEqual([
    'a = 1 and company_id = 7 and id = 2',
    'a = 1 and true and id = 2',
    'a = 1 and company_id = 7 and true',
  ]);
});

test('passes a guard and weakens a declaration', () => {
  const guarded = "if (companyId !== 1) throw new Error('not yours'); return 'passed'";
  expect(() => outcomes(guarded, { companyId: 2 })).toThrow('not yours');
  expect(outcomes(guarded, { companyId: 1 })).toEqual(['passed', 'passed']);

  expect(outcomes("return { access: 'owner', url: 'owner' }", {}, 'contracts/src/x.ts')).toEqual([
    { access: 'owner', url: 'owner' },
    { access: 'account', url: 'owner' },
  ]);
});
