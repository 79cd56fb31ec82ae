import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { QueueCode } from './simulation.ts';

const FEATURE = fileURLToPath(new URL('../../web/src/features/outbox/', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../../.cache/mutants/', import.meta.url));
const FILES = [
  'outbox.ts',
  'outbox-entry.ts',
  'outbox-request.ts',
  'outbox-rules.ts',
  'outbox-store.ts',
  'sign-out.ts',
];

/** A small change that breaks the queue. */
export interface Mutant {
  name: string;
  file: string;
  /** Occurs exactly once. */
  find: string;
  put: string;
}

/** Loads the product's queue. */
export async function ownCode(): Promise<QueueCode> {
  return load(pathToFileURL(FEATURE).href);
}

/** Loads the queue with one change. Throws when `find` does not occur exactly once. */
export async function mutatedCode({ name, file, find, put }: Mutant): Promise<QueueCode> {
  const folder = join(OUTPUT, name.replaceAll(/\W+/g, '-'), '/');
  mkdirSync(folder, { recursive: true });
  for (const each of FILES) {
    const source = readFileSync(join(FEATURE, each), 'utf8');
    if (each === file && source.split(find).length !== 2)
      throw new Error(`${name}: "${find}" does not occur exactly once.`);
    writeFileSync(join(folder, each), each === file ? source.replace(find, () => put) : source);
  }
  return load(pathToFileURL(folder).href);
}

async function load(folder: string): Promise<QueueCode> {
  const part = (file: string) => import(/* @vite-ignore */ `${folder}${file}`) as Promise<QueueCode>;
  const [{ Outbox }, { requestOf }, { settleBeforeSignOut }] = await Promise.all([
    part('outbox.ts'),
    part('outbox-request.ts'),
    part('sign-out.ts'),
  ]);
  return { Outbox, requestOf, settleBeforeSignOut };
}

/** Broken variants of the queue; the model must detect every one. */
export const MUTANTS: Mutant[] = [
  {
    name: 'delete before 2xx',
    file: 'outbox.ts',
    find: 'const answer = await this.#ports.send(entry, token);',
    put: 'await this.#store.remove(entry.sequence); const answer = await this.#ports.send(entry, token);',
  },
  {
    name: 'no lock',
    file: 'outbox.ts',
    find: 'await this.#ports.alone(() => this.#sendAll());',
    put: 'await this.#sendAll();',
  },
  {
    name: 'no account check',
    file: 'outbox-entry.ts',
    find: 'return account !== null && entry.user === account.user && entry.company === account.company;',
    put: 'return account !== null || entry.user === "";',
  },
  {
    name: 'same company is enough',
    file: 'outbox-entry.ts',
    find: 'entry.user === account.user && ',
    put: '',
  },
  {
    name: 'treat 500 as sent',
    file: 'outbox-rules.ts',
    find: "if (status >= 500 || PASSING_STATUSES.has(status)) return 'later';",
    put: "if (status >= 500) return 'done';",
  },
  {
    name: 'treat any 200 as sent',
    file: 'outbox-rules.ts',
    find: "if (!isOurs) return 'later';",
    put: "if (!isOurs && status !== 200) return 'later';",
  },
  {
    name: 'drop on 401',
    file: 'outbox-rules.ts',
    find: "if (status === 401) return 'sign in';",
    put: "if (status === 401) return 'done';",
  },
  {
    name: 'refuse on 401',
    file: 'outbox-rules.ts',
    find: "if (status === 401) return 'sign in';",
    put: "if (status === 401) return 'refused';",
  },
  {
    name: 'drop refused entries',
    file: 'outbox.ts',
    find: "if (verdict === 'done') await this.#store.remove(entry.sequence);",
    put: "if (verdict === 'done' || verdict === 'refused') await this.#store.remove(entry.sequence);",
  },
  {
    name: 'out-of-order flush',
    file: 'outbox.ts',
    find: 'waiting.find(',
    put: 'waiting.reverse().find(',
  },
  {
    name: 'order by the clock',
    file: 'outbox.ts',
    find: 'waiting.find(',
    put: 'waiting.sort((a, b) => a.at - b.at).find(',
  },
  {
    name: 'skip failing entries',
    file: 'outbox.ts',
    find: "return verdict !== 'sign in' && verdict !== 'later';",
    put: "if (verdict === 'later') await this.#store.change(entry.sequence, (it) => ({ ...it, refused: true })); return verdict !== 'sign in';",
  },
  {
    name: 'no op id',
    file: 'outbox-request.ts',
    find: 'route: SAVE, body: { ...entry.body, op_id: entry.opId }',
    put: 'route: SAVE, body: { ...entry.body, op_id: crypto.randomUUID() }',
  },
  {
    name: 'confirm before storing',
    file: 'outbox.ts',
    find: 'await this.#store.add(entries.map((entry) => ({ ...entry, ...about })));',
    put: 'void Promise.resolve().then(() => this.#store.add(entries.map((entry) => ({ ...entry, ...about })))).catch(() => undefined);',
  },
  {
    name: 'swallow a full disk',
    file: 'outbox.ts',
    find: 'await this.#store.add(entries.map((entry) => ({ ...entry, ...about })));',
    put: 'await this.#store.add(entries.map((entry) => ({ ...entry, ...about }))).catch(() => undefined);',
  },
  {
    name: 'expire after some attempts',
    file: 'outbox.ts',
    find: "if (verdict === 'done') await",
    put: "if (verdict === 'done' || entry.attempts > 2) await",
  },
  {
    name: 'never try again',
    file: 'outbox.ts',
    find: 'if (!next) break;',
    put: 'if (!next || next.attempts > 0) break;',
  },
  {
    name: 'keep sent entries',
    file: 'outbox.ts',
    find: "if (verdict === 'done') await this.#store.remove(entry.sequence);",
    put: "if (verdict === 'done') await this.#note(entry, answer, false);",
  },
  {
    name: 'sign-out discards without asking',
    file: 'sign-out.ts',
    find: "if (choice === 'keep') return true;\n  if (choice === 'discard') {",
    put: "if (choice !== 'send') {",
  },
  {
    name: 'sign-out leaves before all is sent and clears',
    file: 'sign-out.ts',
    find: 'await outbox.flush();\n',
    put: 'await outbox.flush(); for (const { sequence } of await outbox.list()) await outbox.discard(sequence);\n',
  },
  {
    name: 'discard removes all entries',
    file: 'outbox.ts',
    find: 'await this.#store.remove(sequence);\n',
    put: 'for (const each of await this.#store.all()) await this.#store.remove(each.sequence);\n',
  },
];
