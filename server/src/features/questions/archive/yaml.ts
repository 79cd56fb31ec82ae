import { Document, isMap, isScalar, parseDocument, Scalar, visit } from 'yaml';
import { FileProblem } from './file-problem.ts';

/** A line that a block shows as it is: printable characters and tabs, without blanks at its end. */
const PRINTABLE = /^(?:[^\p{C}\p{Zl}\p{Zp}]|\t)*$/u;

/** Returns a value as YAML: texts of several lines as blocks, where they stay exactly as they are. */
export function writeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string') node.type = styleOf(node.value);
    },
  });
  // The library breaks long quoted texts into lines, and then loses blanks before an empty line.
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity });
}

function styleOf(text: string): Scalar.Type {
  const lines = text.split('\n');
  if (!lines.every((line) => line === line.trimEnd() && PRINTABLE.test(line))) return Scalar.QUOTE_DOUBLE;
  return lines.length > 1 && text.trim() !== '' ? Scalar.BLOCK_LITERAL : Scalar.PLAIN;
}

/** Returns the value of a YAML document. Throws FileProblem, also for aliases and tags: a small file could be huge. */
export function readYaml(text: string): unknown {
  // The library's own check of unique keys compares each with all others.
  const document = parseDocument(text, { schema: 'core', uniqueKeys: false, prettyErrors: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) {
    const line = text.slice(0, problem.pos[0]).split('\n').length;
    const reason = problem.code === 'RESOURCE_EXHAUSTION' ? 'It is nested too deeply' : problem.message;
    throw new FileProblem(`the front matter is not valid in its line ${line}: ${reason}`);
  }
  visit(document, { Alias: refuseAlias, Map: refuseRepeatedKeys });
  return document.toJS();
}

function refuseAlias(): never {
  throw new FileProblem('the front matter has an alias (*name), which is not allowed');
}

function refuseRepeatedKeys(_key: unknown, map: unknown): void {
  const keys = new Set<unknown>();
  if (!isMap(map)) return;
  for (const { key } of map.items) {
    const name = isScalar(key) ? key.value : key;
    if (keys.has(name)) throw new FileProblem(`the front matter has the key ${String(name)} twice`);
    keys.add(name);
  }
}
