/** How engines name a language of the editor. */
export interface EngineLanguage {
  /** Names and aliases in Piston, the preferred first. */
  piston: readonly string[];
  /** Name in Judge0 without the version. */
  judge0?: string;
  /** Name of the file with the code. If it has no extension here, Piston appends one. */
  file: string;
}

/**
 * The languages that engines can run, by the editor's id. SQL is absent on purpose: in the editor it is PostgreSQL, and
 * engines have SQLite.
 */
export const ENGINE_LANGUAGES: ReadonlyMap<string, EngineLanguage> = new Map([
  ['java', { piston: ['java'], judge0: 'Java', file: 'Main' }],
  ['kotlin', { piston: ['kotlin'], judge0: 'Kotlin', file: 'main' }],
  ['scala', { piston: ['scala'], judge0: 'Scala', file: 'main.scala' }],
  ['c#', { piston: ['csharp.net', 'csharp', 'c#'], judge0: 'C#', file: 'main' }],
  ['f#', { piston: ['fsharp.net', 'f#'], judge0: 'F#', file: 'main' }],
  ['vb', { piston: ['basic.net', 'vb'], judge0: 'Visual Basic.Net', file: 'main' }],
  ['go', { piston: ['go'], judge0: 'Go', file: 'main' }],
  ['rust', { piston: ['rust'], judge0: 'Rust', file: 'main.rs' }],
  ['swift', { piston: ['swift'], judge0: 'Swift', file: 'main.swift' }],
  ['shell', { piston: ['bash'], judge0: 'Bash', file: 'main.sh' }],
  ['powershell', { piston: ['powershell', 'pwsh'], file: 'main.ps1' }],
  ['c', { piston: ['c'], judge0: 'C', file: 'main' }],
  ['c++', { piston: ['c++'], judge0: 'C++', file: 'main' }],
  ['javascript', { piston: ['javascript'], judge0: 'JavaScript', file: 'main.js' }],
  ['typescript', { piston: ['typescript'], judge0: 'TypeScript', file: 'main' }],
  ['python', { piston: ['python'], judge0: 'Python', file: 'main.py' }],
  ['ruby', { piston: ['ruby'], judge0: 'Ruby', file: 'main.rb' }],
  ['php', { piston: ['php'], judge0: 'PHP', file: 'main.php' }],
  ['lua', { piston: ['lua'], judge0: 'Lua', file: 'main.lua' }],
  ['perl', { piston: ['perl'], judge0: 'Perl', file: 'main.pl' }],
  ['r', { piston: ['rscript', 'r'], judge0: 'R', file: 'main.r' }],
  ['julia', { piston: ['julia'], file: 'main.jl' }],
  ['dart', { piston: ['dart'], judge0: 'Dart', file: 'main.dart' }],
  ['clojure', { piston: ['clojure'], judge0: 'Clojure', file: 'main.clj' }],
  ['groovy', { piston: ['groovy'], judge0: 'Groovy', file: 'main.groovy' }],
  ['ocaml', { piston: ['ocaml'], judge0: 'OCaml', file: 'main' }],
  ['pascal', { piston: ['pascal'], judge0: 'Pascal', file: 'main.pas' }],
  ['common-lisp', { piston: ['lisp', 'commonlisp'], judge0: 'Common Lisp', file: 'main.lisp' }],
  ['coffeescript', { piston: ['coffeescript'], file: 'main.coffee' }],
  ['objective-c', { piston: [], judge0: 'Objective-C', file: 'main.m' }],
]);
