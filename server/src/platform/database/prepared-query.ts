import { CompiledQuery, type Compilable, type Simplify } from 'kysely';
import type { Database } from './database.ts';
import { PREPARED } from './prepared-statements.ts';

/** Stands for a value while a query is compiled. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Plan {
  sql: string;
  parameters: readonly unknown[];
}

/**
 * Returns a function that runs a query with other values each time; Kysely builds it once and each connection parses it
 * once. For queries of every request, because building and planning them costs more than running them. `build` gets
 * stand-ins for the values and must not look at them, except for which are undefined.
 */
export function preparedQuery<V extends object, R>(
  build: (db: Database, values: V) => Compilable<R>,
): (db: Database, values: V) => Promise<Simplify<R>[]> {
  const plans = new Map<string, Plan>();
  return async (db, values) => {
    const given = new Map(Object.entries(values).filter(([, value]) => value !== undefined));
    const key = [...given.keys()].join();
    const plan = plans.get(key) ?? compile(db, values, build);
    plans.set(key, plan);
    const parameters = plan.parameters.map((value) => (value instanceof Slot ? given.get(value.name) : value));
    const { rows } = await db.executeQuery<Simplify<R>>(CompiledQuery.raw(plan.sql, parameters));
    return rows;
  };
}

function compile<V extends object, R>(
  db: Database,
  values: V,
  build: (db: Database, values: V) => Compilable<R>,
): Plan {
  const standIns = new Proxy(values, {
    get: (target, name) =>
      typeof name === 'string' && Reflect.get(target, name) !== undefined ? new Slot(name) : undefined,
  });
  const { sql, parameters } = build(db, standIns).compile();
  return { sql: `${PREPARED} ${sql}`, parameters };
}
