import { parseAst } from 'vite';

/** A node of a parsed source. */
interface Node {
  type: string;
  [field: string]: unknown;
}

/** Attributes and fields whose strings are for programs, or document the API. */
const NOT_SHOWN =
  /^(className|class|type|role|to|look|size|id|key|htmlFor|rel|href|src|d|viewBox|method|url|access|tag|summary|description|examples|pattern|format|queryKey|aria-(live|keyshortcuts|controls|labelledby|describedby)|font\w*|\w*[cC]olor|style|transition|query)$/;
/** Functions whose strings are not shown, because they look for something or write to the console. */
const NOT_SHOWING = /^(Error|logProblem|matchMedia|useMedia|querySelector(All)?|closest|matches|load)$/;
/** Types, and the names of modules. Casts contain a value. */
const SKIPPED = /^(TS(?!(As|Satisfies|NonNull)Expression)|Import|ExportAll)/;

/** A capital letter with a small one after it, a number or a placeholder with a word, or two words. */
const READABLE = /^[\p{Lu}“…].*\p{Ll}|^(\d\S*|\{…\}\S*) .*\p{Ll}|^\p{Ll}\S*( [\p{L}\d{“(]\S*)+/u;
/** CSS, selectors, addresses, code, and the names of keys and events. */
const CODE =
  /^(\(|[.#&:@[]|https?:|[A-Z]+ \/|[a-z-]+: |[a-z-]+\(|[a-z]+-[a-z{]|\d+(px|ms|s|-digit)?( |$)|DOM|Mod-|image\/|text\/)|var\(|\[\w+=|=>|[;{]$|h1v1|^(Arrow|Control|Shift|Meta|Alt|Page|Object)[A-Z]|^[A-Z]\w*(Error|Screen|Lock)$|^(Enter|Escape|Tab|Home|End|Backspace|Delete|Bearer .*)$/;

/**
 * Returns the strings of a source that people may read, in its order: texts of elements, labels and messages. `{…}`
 * stands for parts that are known only when it is shown. Strings without a word, and those of programs, are left out.
 */
export function uiStrings(code: string): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (READABLE.test(line) && !CODE.test(line)) found.push(line);
  };
  const visit = (node: Node): void => {
    if (SKIPPED.test(node.type) || isNotShown(node)) return;
    for (const text of textsOf(node)) add(text);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(code, { lang: 'tsx' }) as unknown as Node);
  return found;
}

/** Returns the texts that a node itself contains. */
function textsOf(node: Node): string[] {
  const { type, value, quasis, children } = node;
  if (type === 'Literal' && typeof value === 'string') return [value];
  if (type === 'TemplateLiteral')
    return [(quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('{…}')];
  if (type !== 'JSXElement' && type !== 'JSXFragment') return [];
  const parts = children as Node[];
  if (!parts.some((part) => /\p{L}/u.test(jsxText(part) ?? ''))) return [];
  return [parts.map((part) => jsxText(part) ?? '{…}').join('')];
}

/** Returns the text of a child of an element as it is shown; null if it is no text. */
function jsxText({ type, value, expression }: Node): string | null {
  if (type === 'JSXExpressionContainer') return (expression as Node)['value'] === ' ' ? ' ' : null;
  // Line breaks at the ends are no text.
  return type === 'JSXText' ? String(value).replace(/^\s*\n\s*|\s*\n\s*$/g, '') : null;
}

function isNotShown({ type, name, key, callee, operator }: Node): boolean {
  if (type === 'JSXAttribute') return NOT_SHOWN.test(nameOf(name));
  if (type === 'Property') return NOT_SHOWN.test(nameOf(key));
  if (type === 'CallExpression' || type === 'NewExpression') return NOT_SHOWING.test(nameOf(callee));
  // A comparison.
  return type === 'BinaryExpression' && operator !== '+';
}

function nameOf(value: unknown): string {
  const node = value as Node;
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  const name = node['name'] ?? node['value'];
  return typeof name === 'string' ? name : '';
}

/** Returns the nodes below a node, without names of fields and cases. */
function childrenOf(node: Node): Node[] {
  const isNamed = node.type === 'Property' || node.type === 'SwitchCase';
  return Object.entries(node)
    .filter(([field]) => !(isNamed && (field === 'key' || field === 'test')))
    .flatMap(([, value]) => value)
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}
