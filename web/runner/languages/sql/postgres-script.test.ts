import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inPackage } from '../../../run-assets/packages.ts';
import { addExtension } from './extensions.ts';
import { runScript } from './postgres-script.ts';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
}, 60_000);
afterAll(() => database.close());

/** Runs a script in a schema of its own. Resolves to its texts, its cells, and its error with the text at its place. */
async function run(script: string) {
  await database.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public;');
  const out: string[] = [];
  const failed = await runScript(database, script, ['citext', 'hstore'], (result) =>
    out.push(typeof result === 'string' ? result : JSON.stringify(result.rows)),
  );
  return { out, error: failed && [failed.message, script.slice(failed.index).split('\n')[0]] };
}

const PETS = 'CREATE TABLE pets (id int, name text);\n';
const COUNT = 'SELECT count(*) FROM pets;\n';

test('copies the lines below COPY … FROM stdin, as psql does', async () => {
  const rows = '1\tRex\n2\tMia; \'a\\ttab\' $$ -- "x"\n\\.\n';
  expect(await run(`${PETS}COPY pets (id, name) FROM stdin;\n${rows}SELECT * FROM pets;`)).toEqual({
    out: ['CREATE TABLE', 'COPY 2', String.raw`[["1","Rex"],["2","Mia; 'a\ttab' $$ -- \"x\""]]`],
    error: null,
  });
});

test.each([
  [
    'with another format',
    'COPY pets FROM stdin WITH (FORMAT csv, DELIMITER \';\', HEADER);\nid;name\n5;"a;b"\n\\.\n',
    1,
  ],
  ['with line ends of Windows', 'copy pets from STDIN; -- data\r\n1\tRex\r\n2\tMia\r\n\\.\r\n', 2],
  ['up to the end of the script', 'COPY pets /* all */ FROM stdin;\n1\tRex', 1],
  ['of nothing', 'COPY pets FROM stdin;\n\\.\n', 0],
  ['without lines, and goes on behind it', 'COPY pets FROM stdin; SELECT 1;\n', 0],
])('copies data %s', async (_kind, copy, rows) => {
  const { out, error } = await run(`${PETS}${copy}`);
  expect(error).toBeNull();
  expect(out).toContain(`COPY ${rows}`);
  // The next statement works as if nothing had been copied.
  expect(await run(`${PETS}${COUNT}`)).toEqual({ out: ['CREATE TABLE', '[["0"]]'], error: null });
});

test('shows the lines of COPY … TO stdout', async () => {
  const { out } = await run(`${PETS}INSERT INTO pets VALUES (1, 'Rex');\nCOPY pets TO stdout;`);
  expect(out).toEqual(['CREATE TABLE', 'INSERT 0 1', '1\tRex', 'COPY 1']);
});

test('marks the line of the data that cannot be copied, and runs nothing behind it', async () => {
  expect(await run(`${PETS}COPY pets FROM stdin;\n1\tRex\nx\tMia\n\\.\n${COUNT}`)).toEqual({
    out: ['CREATE TABLE'],
    error: ['invalid input syntax for type integer: "x"', 'x\tMia'],
  });
  const open = await run(`${PETS}COPY pets FROM stdin;\n1\tRex\n${COUNT}`);
  expect(open.error?.[0]).toContain(String.raw`A line with \. ends the data of COPY.`);
  expect(open.error?.[1]).toBe(COUNT.trim());
});

test.each([
  ['\\dt', 'SELECT 1;\n\\dt\nSELECT 2;', '\\dt is a command of psql, not SQL. In SQL: SELECT table_name'],
  ['\\d+ pets', '\\d+ pets', '\\d is a command of psql, not SQL. In SQL: SELECT column_name'],
  ['\\c shop', "\\c shop\nSELECT 'x;\n", '\\c is a command of psql, not SQL. There is one database here'],
  ['\\copy pets from x', '\\copy pets from x\n', '\\copy is a command of psql, not SQL. Write COPY … FROM stdin;'],
  ['\\timing', '-- times\n\\timing\n', '\\timing is a command of psql, not SQL.'],
  ['\\gset', 'SELECT 1 \\gset\n', '\\gset is a command of psql, not SQL.'],
])('refuses %s of psql in one sentence at its place', async (word, script, message) => {
  const { error } = await run(script);
  expect(error?.[0]).toContain(message);
  expect(error?.[1]).toBe(word);
});

test('creates an extension whose files have come, and names what there is if they have not', async () => {
  const script = 'CREATE EXTENSION IF NOT EXISTS "uuid-ossp";\nSELECT length(uuid_generate_v4()::text);';
  expect(await run(script)).toEqual({
    out: [],
    error: ['There is no extension "uuid-ossp" here. There are: citext, hstore.', script.split('\n')[0]],
  });
  addExtension(database, gunzipSync(readFileSync(inPackage('@electric-sql/pglite', 'dist/uuid-ossp.tar.gz'))));
  expect(await run(script)).toEqual({ out: ['CREATE EXTENSION', '[["36"]]'], error: null });
});
