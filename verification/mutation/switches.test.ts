import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../server/src/testing/services/temporary-folder.ts';
import { findMutants, mutantsOf } from './find.ts';
import { SWITCH, withSwitches } from './switches.ts';

const FILE = 'server/src/features/x/x.repository.ts';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs switched code with each of its mutants on in turn, and with none; answers with what it returns. */
function outcomes(body: string, names: Record<string, unknown>, file = FILE): unknown[] {
  const source = `function run() { ${body} }`;
  const mutants = mutantsOf(file, source);
  const code = withSwitches(source, mutants);
  return [null, ...mutants.map(({ id }) => id)].map((on) => {
    Reflect.set(globalThis, SWITCH, (id: string) => id === on);
    try {
      // oxlint-disable-next-line no-implied-eval -- the code is what the test is about
      return new Function(...Object.keys(names), `${code}; return run();`)(...Object.values(names)) as unknown;
    } finally {
      Reflect.deleteProperty(globalThis, SWITCH);
    }
  });
}

/** Just enough of a query: it says what it was asked for. */
class Query {
  readonly asked: string[];
  constructor(asked: string[] = []) {
    this.asked = asked;
  }
  where(column: string): Query {
    return new Query([...this.asked, column]);
  }
  $call<T>(act: (query: Query) => T): T {
    return act(this);
  }
}

test('each predicate of a chain is taken away alone, and none is without a switch', () => {
  const source =
    "return q.where('company_id', '=', companyId).where('id', '=', id).where('user_id', '=', userId).asked";

  expect(outcomes(source, { q: new Query(), companyId: 1, userId: 2, id: 3 })).toEqual([
    ['company_id', 'id', 'user_id'],
    ['company_id', 'id'],
    ['id', 'user_id'],
  ]);
});

test('so is one within SQL, and one within another', () => {
  const sql = (strings: TemplateStringsArray, ...values: (string | number)[]): string =>
    strings.map((text, index) => `${text}${values[index] ?? ''}`).join('');

  expect(outcomes('return sql`a = ${1} and company_id = ${companyId} and id = ${2}`', { sql, companyId: 7 })).toEqual([
    'a = 1 and company_id = 7 and id = 2',
    'a = 1 and true and id = 2',
    'a = 1 and company_id = 7 and true',
  ]);
});

test('a guard is passed, a declaration weakened', () => {
  const guarded = "if (companyId !== 1) throw new Error('not yours'); return 'passed'";
  expect(() => outcomes(guarded, { companyId: 2 })).toThrow('not yours');
  expect(outcomes(guarded, { companyId: 1 })).toEqual(['passed', 'passed']);

  expect(outcomes("return { access: 'owner', url: 'owner' }", {}, 'contracts/src/x.ts')).toEqual([
    { access: 'owner', url: 'owner' },
    { access: 'account', url: 'owner' },
  ]);
});

test('tests run on the mutant that is meant, also after a run on another', { timeout: 120_000 }, () => {
  const mutant = findMutants().find(({ id }) => id.includes("auth.repository.ts .where('users.id', '=', user.id)"));
  const cache = temporaryFolder('cip-mutants-');
  const statuses = ['none', mutant?.id, 'none'].map((on) => {
    const args = ['run', '--config', 'verification/mutation/vitest.config.ts', 'auth.repository.test'];
    const env = { ...process.env, MUTANTS_CACHE: cache.path, MUTANT: on, CI: '1' };
    return spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { cwd: ROOT, env }).status;
  });
  cache.remove();

  expect(statuses).toEqual([0, 1, 0]);
});
