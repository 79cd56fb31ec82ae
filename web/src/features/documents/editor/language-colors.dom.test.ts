import { LanguageDescription } from '@codemirror/language';
import { languages as codeMirrorLanguages } from '@codemirror/language-data';
import { classHighlighter, highlightTree } from '@lezer/highlight';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from './languages/languages.ts';
import { loadMonaco } from '../monaco/monaco-in-node.ts';

const C_LIKE = '// a note\nif (x == 42) { return "text"; }';
const HASHED = '# a note\nif x == 42\n  return "text"\nend';
const QUERY = "-- a note\nSELECT 'text', 42 FROM t WHERE a IS NULL;";
const MARKUP = '<!-- a note --><p class="text">{{ word }}</p>';
const LISP = '; a note\n(define x (if true 42 "text"))';

/** Something of each language that is no C: a note, a word of the language, a text, a number, where it has such. */
const SAMPLES: Record<string, string> = {
  ...Object.fromEntries(
    ['sql', 'postgresql', 'mysql', 'mariadb', 'mssql', 'sqlite', 'plsql', 'redshift', 'cql'].map((id) => [id, QUERY]),
  ),
  ...Object.fromEntries(
    ['python', 'ruby', 'perl', 'r', 'julia', 'coffeescript', 'shell', 'powershell', 'tcl'].map((id) => [id, HASHED]),
  ),
  ...Object.fromEntries(['html', 'vue', 'angular', 'xml'].map((id) => [id, MARKUP])),
  ...Object.fromEntries(['clojure', 'clojurescript', 'scheme', 'common-lisp'].map((id) => [id, LISP])),
  cypher: '// a note\nMATCH (n:Person) WHERE n.age > 42 RETURN "text";',
  sparql: '# a note\nSELECT ?name WHERE { ?person ?age 42 . FILTER(?name = "text") }',
  lua: '-- a note\nif x == 42 then return "text" end',
  'f#': '// a note\nlet x = if y = 42 then "text" else ""',
  ocaml: '(* a note *)\nlet x = if y = 42 then "text" else ""',
  vb: '\' a note\nIf x = 42 Then\n  Return "text"\nEnd If',
  pascal: "{ a note }\nbegin if x = 42 then writeln('text'); end.",
  ecl: "// a note\nx := IF(y = 42, 'text', '');\nOUTPUT(x);",
  verilog: '// a note\nmodule m; initial begin x = 42; $display("text"); end endmodule',
  systemverilog: '// a note\nmodule m; initial begin x = 42; $display("text"); end endmodule',
  assembly: '# a note\nmain:\n  .asciiz "text"\n  addi $t0, $t1, 42\n',
  dockerfile: '# a note\nFROM node:24\nRUN echo "text"\n',
  jinja: '{# a note #}{% if x == 42 %}<p class="text">{{ word }}</p>{% endif %}',
  liquid: '{% comment %} a note {% endcomment %}{% if x == 42 %}<p class="text">{{ word }}</p>{% endif %}',
  pug: '// a note\np(class="text") word\nif x == 42\n  p more',
  css: '/* a note */ p { color: red; width: 42px; content: "text"; }',
  scss: '// a note\n$x: 42px; p { width: $x; content: "text"; }',
  less: '// a note\n@x: 42px; p { width: @x; content: "text"; }',
  json: '{ "text": [42, true, null] }',
  yaml: '# a note\nkey: "text"\nother: 42\n',
  toml: '# a note\n[part]\nkey = "text"\nother = 42\n',
  ini: '; a note\n[part]\nkey = "text"\nother = 42\n',
  protobuf: '// a note\nsyntax = "proto3";\nmessage M { string text = 42; }',
  markdown: '# Heading\n\nSome **strong** and `code`.\n\n- [a](https://example.com)\n',
  php: '<?php // a note\nif ($x == 42) { return "text"; }',
};

const coloured = LANGUAGES.filter(({ codemirror }) => codemirror !== null);
const sampleOf = ({ id }: Language) => SAMPLES[id] ?? C_LIKE;

describe('CodeMirror', () => {
  test.each(coloured)('tells the parts of $label apart in CodeMirror', async (language) => {
    const description = LanguageDescription.matchLanguageName(codeMirrorLanguages, language.codemirror ?? '', false);
    const support = await description?.load();
    const kinds = new Set<string>();
    const text = sampleOf(language);
    const tree = support?.language.parser.parse(text);
    if (tree) highlightTree(tree, classHighlighter, (_from, _to, classes) => kinds.add(classes));
    expect(kinds.size).toBeGreaterThanOrEqual(3);
  });
});

describe('Monaco', () => {
  let colorize: (text: string, language: string) => Promise<string>;
  beforeAll(async () => {
    const { editor } = await loadMonaco();
    colorize = (text, language) => editor.colorize(text, language, {});
  }, 60_000);

  const kindsOf = async (text: string, language: string) =>
    new Set([...(await colorize(text, language)).matchAll(/class="([^"]+)"/g)].map(([, kind]) => kind));

  test.each(coloured)('tells the parts of $label apart in Monaco', async (language) => {
    expect((await kindsOf(sampleOf(language), language.monaco)).size).toBeGreaterThanOrEqual(3);
  });

  test('gives plain text one colour in Monaco', async () => {
    expect((await kindsOf(C_LIKE, 'plaintext')).size).toBe(1);
  });
});
