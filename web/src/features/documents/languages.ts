/** A language of the editor: what it is called on the wire, on the screen, in both editors, and as a file. */
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

type Row = [id: string, label: string, monaco: string, codemirror: string | null, extension: string];

const ROWS: Row[] = [
  ['sql', 'SQL', 'sql', 'SQL', 'sql'],
  ['postgresql', 'PostgreSQL', 'pgsql', 'PostgreSQL', 'sql'],
  ['mysql', 'MySQL', 'mysql', 'MySQL', 'sql'],
  ['mariadb', 'MariaDB', 'mysql', 'MariaDB SQL', 'sql'],
  ['mssql', 'SQL Server', 'sql', 'MS SQL', 'sql'],
  ['sqlite', 'SQLite', 'sql', 'SQLite', 'sql'],
  ['plsql', 'PL/SQL', 'sql', 'PLSQL', 'sql'],
  ['redshift', 'Redshift', 'redshift', 'PostgreSQL', 'sql'],
  ['cql', 'Cassandra CQL', 'sql', 'CQL', 'cql'],
  ['cypher', 'Cypher', 'cypher', 'Cypher', 'cypher'],
  ['sparql', 'SPARQL', 'sparql', 'SPARQL', 'rq'],
  ['javascript', 'JavaScript', 'javascript', 'JavaScript', 'js'],
  ['typescript', 'TypeScript', 'typescript', 'TypeScript', 'ts'],
  ['jsx', 'JSX', 'javascript', 'JSX', 'jsx'],
  ['tsx', 'TSX', 'typescript', 'TSX', 'tsx'],
  ['python', 'Python', 'python', 'Python', 'py'],
  ['java', 'Java', 'java', 'Java', 'java'],
  ['c', 'C', 'c', 'C', 'c'],
  ['c++', 'C++', 'cpp', 'C++', 'cpp'],
  ['c#', 'C#', 'csharp', 'C#', 'cs'],
  ['go', 'Go', 'go', 'Go', 'go'],
  ['rust', 'Rust', 'rust', 'Rust', 'rs'],
  ['kotlin', 'Kotlin', 'kotlin', 'Kotlin', 'kt'],
  ['swift', 'Swift', 'swift', 'Swift', 'swift'],
  ['dart', 'Dart', 'dart', 'Dart', 'dart'],
  ['scala', 'Scala', 'scala', 'Scala', 'scala'],
  ['groovy', 'Groovy', 'java', 'Groovy', 'groovy'],
  ['apex', 'Apex', 'apex', 'Java', 'cls'],
  ['ruby', 'Ruby', 'ruby', 'Ruby', 'rb'],
  ['php', 'PHP', 'php', 'PHP', 'php'],
  ['perl', 'Perl', 'perl', 'Perl', 'pl'],
  ['lua', 'Lua', 'lua', 'Lua', 'lua'],
  ['r', 'R', 'r', 'R', 'r'],
  ['julia', 'Julia', 'julia', 'Julia', 'jl'],
  ['clojure', 'Clojure', 'clojure', 'Clojure', 'clj'],
  ['clojurescript', 'ClojureScript', 'clojure', 'ClojureScript', 'cljs'],
  ['scheme', 'Scheme', 'scheme', 'Scheme', 'scm'],
  ['common-lisp', 'Common Lisp', 'scheme', 'Common Lisp', 'lisp'],
  ['coffeescript', 'CoffeeScript', 'coffeescript', 'CoffeeScript', 'coffee'],
  ['f#', 'F#', 'fsharp', 'F#', 'fs'],
  ['ocaml', 'OCaml', 'fsharp', 'OCaml', 'ml'],
  ['vb', 'Visual Basic', 'vb', 'VB.NET', 'vb'],
  ['objective-c', 'Objective-C', 'objective-c', 'Objective-C', 'm'],
  ['objective-c++', 'Objective-C++', 'objective-c', 'Objective-C++', 'mm'],
  ['pascal', 'Pascal', 'pascal', 'Pascal', 'pas'],
  ['ecl', 'ECL', 'ecl', 'ECL', 'ecl'],
  ['tcl', 'Tcl', 'tcl', 'Tcl', 'tcl'],
  ['verilog', 'Verilog', 'verilog', 'Verilog', 'v'],
  ['systemverilog', 'SystemVerilog', 'systemverilog', 'SystemVerilog', 'sv'],
  ['assembly', 'Assembly', 'mips', 'Gas', 's'],
  ['shell', 'Shell', 'shell', 'Shell', 'sh'],
  ['powershell', 'PowerShell', 'powershell', 'PowerShell', 'ps1'],
  ['dockerfile', 'Dockerfile', 'dockerfile', 'Dockerfile', 'dockerfile'],
  ['html', 'HTML', 'html', 'HTML', 'html'],
  ['vue', 'Vue', 'html', 'Vue', 'vue'],
  ['angular', 'Angular template', 'html', 'Angular Template', 'html'],
  ['jinja', 'Jinja', 'twig', 'Jinja', 'jinja'],
  ['liquid', 'Liquid', 'liquid', 'Liquid', 'liquid'],
  ['pug', 'Pug', 'pug', 'Pug', 'pug'],
  ['css', 'CSS', 'css', 'CSS', 'css'],
  ['scss', 'SCSS', 'scss', 'SCSS', 'scss'],
  ['less', 'Less', 'less', 'LESS', 'less'],
  ['json', 'JSON', 'javascript', 'JSON', 'json'],
  ['yaml', 'YAML', 'yaml', 'YAML', 'yaml'],
  ['toml', 'TOML', 'ini', 'TOML', 'toml'],
  ['ini', 'INI', 'ini', 'Properties files', 'ini'],
  ['xml', 'XML', 'xml', 'XML', 'xml'],
  ['protobuf', 'Protocol Buffers', 'proto', 'ProtoBuf', 'proto'],
  ['markdown', 'Markdown', 'markdown', 'Markdown', 'md'],
  ['plaintext', 'Plain text', 'plaintext', null, 'txt'],
];

/** Every language the editor offers, in the order it offers them. */
export const LANGUAGES: readonly Language[] = ROWS.map(([id, label, monaco, codemirror, extension]) => ({
  id,
  label,
  monaco,
  codemirror,
  extension,
}));

const PLAIN: Language = {
  id: 'plaintext',
  label: 'Plain text',
  monaco: 'plaintext',
  codemirror: null,
  extension: 'txt',
};

/** The language with an id; one this version does not know is shown as plain text under its own name. */
export function languageOf(id: string): Language {
  return LANGUAGES.find((language) => language.id === id) ?? { ...PLAIN, id, label: id };
}
