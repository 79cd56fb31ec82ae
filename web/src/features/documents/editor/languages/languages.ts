import { codeExtension } from '@cip/contracts/rooms/code-files';

/** A language of the editor, with its names on the wire, on the screen, in both editors and in files. */
export interface Language {
  id: string;
  label: string;
  /** Language id in Monaco. */
  monaco: string;
  /** Language name in CodeMirror's data; null for plain text. */
  codemirror: string | null;
  /** File name ending, without the dot. */
  extension: string;
}

type Row = [id: string, label: string, monaco: string, codemirror: string | null];

const ROWS: Row[] = [
  ['sql', 'SQL', 'sql', 'SQL'],
  ['postgresql', 'PostgreSQL', 'pgsql', 'PostgreSQL'],
  ['mysql', 'MySQL', 'mysql', 'MySQL'],
  ['mariadb', 'MariaDB', 'mysql', 'MariaDB SQL'],
  ['mssql', 'SQL Server', 'sql', 'MS SQL'],
  ['sqlite', 'SQLite', 'sql', 'SQLite'],
  ['plsql', 'PL/SQL', 'sql', 'PLSQL'],
  ['redshift', 'Redshift', 'redshift', 'PostgreSQL'],
  ['cql', 'Cassandra CQL', 'sql', 'CQL'],
  ['cypher', 'Cypher', 'cypher', 'Cypher'],
  ['sparql', 'SPARQL', 'sparql', 'SPARQL'],
  ['javascript', 'JavaScript', 'javascript', 'JavaScript'],
  ['typescript', 'TypeScript', 'typescript', 'TypeScript'],
  ['jsx', 'JSX', 'javascript', 'JSX'],
  ['tsx', 'TSX', 'typescript', 'TSX'],
  ['python', 'Python', 'python', 'Python'],
  ['java', 'Java', 'java', 'Java'],
  ['c', 'C', 'c', 'C'],
  ['c++', 'C++', 'cpp', 'C++'],
  ['c#', 'C#', 'csharp', 'C#'],
  ['go', 'Go', 'go', 'Go'],
  ['rust', 'Rust', 'rust', 'Rust'],
  ['kotlin', 'Kotlin', 'kotlin', 'Kotlin'],
  ['swift', 'Swift', 'swift', 'Swift'],
  ['dart', 'Dart', 'dart', 'Dart'],
  ['scala', 'Scala', 'scala', 'Scala'],
  ['groovy', 'Groovy', 'java', 'Groovy'],
  ['apex', 'Apex', 'apex', 'Java'],
  ['ruby', 'Ruby', 'ruby', 'Ruby'],
  ['php', 'PHP', 'php', 'PHP'],
  ['perl', 'Perl', 'perl', 'Perl'],
  ['lua', 'Lua', 'lua', 'Lua'],
  ['r', 'R', 'r', 'R'],
  ['julia', 'Julia', 'julia', 'Julia'],
  ['clojure', 'Clojure', 'clojure', 'Clojure'],
  ['clojurescript', 'ClojureScript', 'clojure', 'ClojureScript'],
  ['scheme', 'Scheme', 'scheme', 'Scheme'],
  ['common-lisp', 'Common Lisp', 'scheme', 'Common Lisp'],
  ['coffeescript', 'CoffeeScript', 'coffeescript', 'CoffeeScript'],
  ['f#', 'F#', 'fsharp', 'F#'],
  ['ocaml', 'OCaml', 'fsharp', 'OCaml'],
  ['vb', 'Visual Basic', 'vb', 'VB.NET'],
  ['objective-c', 'Objective-C', 'objective-c', 'Objective-C'],
  ['objective-c++', 'Objective-C++', 'objective-c', 'Objective-C++'],
  ['pascal', 'Pascal', 'pascal', 'Pascal'],
  ['ecl', 'ECL', 'ecl', 'ECL'],
  ['tcl', 'Tcl', 'tcl', 'Tcl'],
  ['verilog', 'Verilog', 'verilog', 'Verilog'],
  ['systemverilog', 'SystemVerilog', 'systemverilog', 'SystemVerilog'],
  ['assembly', 'Assembly', 'mips', 'Gas'],
  ['shell', 'Shell', 'shell', 'Shell'],
  ['powershell', 'PowerShell', 'powershell', 'PowerShell'],
  ['dockerfile', 'Dockerfile', 'dockerfile', 'Dockerfile'],
  ['html', 'HTML', 'html', 'HTML'],
  ['vue', 'Vue', 'html', 'Vue'],
  ['angular', 'Angular template', 'html', 'Angular Template'],
  ['jinja', 'Jinja', 'twig', 'Jinja'],
  ['liquid', 'Liquid', 'liquid', 'Liquid'],
  ['pug', 'Pug', 'pug', 'Pug'],
  ['css', 'CSS', 'css', 'CSS'],
  ['scss', 'SCSS', 'scss', 'SCSS'],
  ['less', 'Less', 'less', 'LESS'],
  ['json', 'JSON', 'javascript', 'JSON'],
  ['yaml', 'YAML', 'yaml', 'YAML'],
  ['toml', 'TOML', 'ini', 'TOML'],
  ['ini', 'INI', 'ini', 'Properties files'],
  ['xml', 'XML', 'xml', 'XML'],
  ['protobuf', 'Protocol Buffers', 'proto', 'ProtoBuf'],
  ['markdown', 'Markdown', 'markdown', 'Markdown'],
  ['plaintext', 'Plain text', 'plaintext', null],
];

/** Every language the editor offers, in display order. */
export const LANGUAGES: readonly Language[] = ROWS.map(([id, label, monaco, codemirror]) => ({
  id,
  label,
  monaco,
  codemirror,
  extension: codeExtension(id),
}));

const PLAIN: Language = {
  id: 'plaintext',
  label: 'Plain text',
  monaco: 'plaintext',
  codemirror: null,
  extension: 'txt',
};

/** Returns the language with this id; an unknown one is plain text under its own name. */
export function languageOf(id: string): Language {
  return LANGUAGES.find((language) => language.id === id) ?? { ...PLAIN, id, label: id };
}
