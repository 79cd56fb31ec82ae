/** A program for terminals whose commands people type between statements. */
interface Shell {
  name: string;
  /** A command at the start of a text. */
  command: RegExp;
  /** The statement to write instead, by command. */
  instead: Readonly<Record<string, string>>;
}

const TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
const ONE_DATABASE = 'There is one database here, and it is open.';
const SHOWN_WHOLE = 'Tables are always shown with their headings.';

/** The shell of PostgreSQL. */
export const PSQL: Shell = {
  name: 'psql',
  command: /^(\\(?:[a-z]+|[!?.]|))/i,
  instead: {
    '\\d': 'In SQL: SELECT column_name, data_type FROM information_schema.columns WHERE table_name = …',
    '\\dt': `In SQL: ${TABLES}`,
    '\\l': ONE_DATABASE,
    '\\c': ONE_DATABASE,
    '\\connect': ONE_DATABASE,
    '\\copy': 'Write COPY … FROM stdin; and below it the data and a line with \\.',
    '\\echo': "In SQL: SELECT 'text'",
    '\\x': SHOWN_WHOLE,
    '\\i': 'There are no files here.',
    '\\.': 'It ends the data below COPY … FROM stdin.',
  },
};

/** The shell of SQLite. */
export const SQLITE3: Shell = {
  name: 'sqlite3',
  command: /^(\.[a-z]+)/i,
  instead: {
    '.tables': "In SQL: SELECT name FROM sqlite_schema WHERE type = 'table'",
    '.schema': 'In SQL: SELECT sql FROM sqlite_schema',
    '.databases': ONE_DATABASE,
    '.open': ONE_DATABASE,
    '.headers': SHOWN_WHOLE,
    '.mode': SHOWN_WHOLE,
    '.import': 'There are no files here: write INSERT.',
    '.read': 'There are no files here.',
    '.print': "In SQL: SELECT 'text'",
  },
};

/** Returns the refusal of a shell's command at the start of `sql`; null if there is none. */
export function refusalOf({ name, command, instead }: Shell, sql: string): string | null {
  const [, word] = command.exec(sql) ?? [];
  if (word === undefined) return null;
  const more = instead[word.toLowerCase()];
  return `${word} is a command of ${name}, not SQL.${more === undefined ? '' : ` ${more}`}`;
}
