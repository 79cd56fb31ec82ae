import { LanguageDescription } from '@codemirror/language';
import { languages as codeMirrorLanguages } from '@codemirror/language-data';
import { highlightTree, tagHighlighter } from '@lezer/highlight';
import { expect, test } from 'vitest';
import { syntaxTags } from '../codemirror/codemirror-colors.ts';
import { tokenRules } from '../monaco/monaco-colors.ts';
import { loadMonaco } from '../monaco/monaco-in-node.ts';
import { SURFACE_COLORS, SYNTAX_COLORS } from './editor-colors.ts';
import { languageOf } from './languages/languages.ts';

const PLAIN = SURFACE_COLORS.dark.ink;

const SAMPLES: Record<string, string> = {
  javascript: `// note
import { readFile } from 'node:fs';
class Stack {
  peek() { return this.items[this.items.length - 1] ?? null; }
}
const total = 40 + 2, name = "Ada", isGood = true;
async function load(path) { console.log(\`a\`, await readFile(path)); }
for (const x of [1, 2]) if (x >= 1) new Stack().push({ key: x });`,
  typescript: `interface Order { id: Id; paid: Flag; items: Id[] }
export function sum<T extends Order>(all: T[]): Id {
  const found = all.filter((each) => each.paid === true) as Order[];
  return found.length * 2; // note
}`,
  python: `# note
import os
from typing import List
class Stack(object):
    def __init__(self, size=10):
        self.items = []
        self.size = size
    def push(self, item):
        if item is None or not isinstance(item, int):
            raise ValueError("bad")
        self.items.append(item)
for x in range(10):
    print(len([x]), True, 3.5, f"a")
lambda a: a ** 2`,
  java: `// note
import java.util.List;
public class Main {
  private final int count = 42;
  public static void main(String[] args) {
    List<String> names = new ArrayList<>();
    System.out.println("text" + names.size());
    if (names == other) return;
  }
}`,
  go: `package main
import "fmt"
type Point struct { X, Y Unit }
func main() {
  p := Point{X: 1}
  fmt.Println("text", p.X, nil, true) // note
  for i := 0; i < 10; i++ { }
}`,
  'c++': `#include <vector>
// note
int main() {
  std::vector<int> v = {1, 2};
  for (auto x : v) std::cout << x << "text";
  return nullptr == 0 ? 1 : 2;
}`,
  'c#': `using System;
// note
public class Program {
  static void Main(string[] args) {
    var list = new List<int> { 1, 2 };
    Console.WriteLine("text" + list.Count);
    if (list == null) return;
  }
}`,
  sql: `-- note
SELECT c.name, 42, 'text'
FROM orders o
LEFT JOIN customers c ON c.id = o.customer_id
WHERE o.placed_at >= DATE '2026-11-01' AND c.name IS NOT NULL
GROUP BY c.name ORDER BY orders DESC LIMIT 3;`,
};

/** Returns the colour of a Monaco token. */
function colorOf(type: string): string {
  const rules = tokenRules(SYNTAX_COLORS.dark).filter(({ token }) => type === token || type.startsWith(`${token}.`));
  const [best] = rules.toSorted((a, b) => b.token.length - a.token.length);
  return best ? `#${best.foreground}` : PLAIN;
}

/** Returns the colour of each character in Monaco, line by line. */
async function colorsInMonaco(id: string, code: string): Promise<string[][]> {
  const monaco = await loadMonaco();
  const { SQL_DIALECTS, withKeywords } = await import('../monaco/monaco-sql.ts');
  const { loadPython } = await import('../monaco/monaco-python.ts');
  const own = { sql: async () => withKeywords(await SQL_DIALECTS.sql()), python: loadPython }[id];
  const name = own ? `colors-${id}` : languageOf(id).monaco;
  if (own) {
    monaco.languages.register({ id: name });
    monaco.languages.setMonarchTokensProvider(name, await own());
  } else await monaco.editor.colorize('', name, {});
  const tokens = monaco.editor.tokenize(code, name);
  return code
    .split('\n')
    .map((line, row) =>
      Array.from(line, (_, at) => colorOf(tokens[row]?.findLast(({ offset }) => offset <= at)?.type ?? '')),
    );
}

/** Returns the colour of each character in CodeMirror. */
async function colorsInCodeMirror(id: string, code: string): Promise<string[]> {
  const { monaco, codemirror } = languageOf(id);
  const description = LanguageDescription.matchLanguageName(codeMirrorLanguages, codemirror ?? '', false);
  const support = await description?.load();
  const colors: string[] = Array.from(code, () => PLAIN);
  const styles = syntaxTags('dark', monaco).map(({ tag, color }) => ({ tag, class: String(color ?? PLAIN) }));
  const tree = support?.language.parser.parse(code);
  if (tree) highlightTree(tree, tagHighlighter(styles), (from, to, color) => colors.fill(color, from, to));
  return colors;
}

// Names of functions in SQL have a test of their own (sql-functions.test.ts).
test.each(Object.entries(SAMPLES))(
  'gives the words of %s the same colors in both editors',
  async (id, code) => {
    const monaco = await colorsInMonaco(id, code);
    const codeMirror = await colorsInCodeMirror(id, code);
    const different: string[] = [];
    let start = 0;
    for (const [row, line] of code.split('\n').entries()) {
      for (const { 0: word, index } of line.matchAll(/[\w$#]+/g)) {
        const [one, other] = [monaco[row]?.[index], codeMirror[start + index]];
        if (one !== other) different.push(`${word} in line ${row + 1}: ${one} in Monaco, ${other} in CodeMirror`);
      }
      start += line.length + 1;
    }
    expect(different).toEqual([]);
    expect(new Set(codeMirror).size).toBeGreaterThan(3);
  },
  60_000,
);
