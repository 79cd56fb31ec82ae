const DEPTH_MAX = 3;
const ITEMS_MAX = 100;
/** If lists and objects are longer, they are printed on several lines (characters). */
const LINE_MAX = 72;

/** Returns a value as the console prints it: like Node.js, with strings in quotes. */
export function inspect(value: unknown, depth = 0, parents: readonly object[] = []): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'function') return describeFunction(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (parents.includes(value)) return '[Circular]';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  // Not the beginning of its stack, because that has the name and the message in V8 only.
  if (value instanceof Error) return Error.prototype.toString.call(value);
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet)
    return `${nameOf(value)} { ${value instanceof Promise ? '<pending or settled>' : '<items unknown>'} }`;
  const inner = (each: unknown) => inspect(each, depth + 1, [...parents, value]);
  const name = nameOf(value);
  if (depth >= DEPTH_MAX)
    return Array.isArray(value) ? '[Array]' : `[${name === '' ? 'Object: null prototype' : name}]`;
  if (Array.isArray(value))
    return inBrackets(name === 'Array' ? '' : `${name}(${value.length}) `, '[]', arrayItems(value, inner));
  if (ArrayBuffer.isView(value) && Symbol.iterator in value)
    return inBrackets(`${name} `, '[]', limited([...(value as unknown as Iterable<unknown>)], inner));
  if (value instanceof Map)
    return inBrackets(
      `${name}(${value.size}) `,
      '{}',
      limited([...value], ([key, each]) => `${inner(key)} => ${inner(each)}`),
    );
  if (value instanceof Set) return inBrackets(`${name}(${value.size}) `, '{}', limited([...value], inner));
  const prefix = name === 'Object' ? '' : `${name === '' ? '[Object: null prototype]' : name} `;
  return inBrackets(
    prefix,
    '{}',
    limited(
      Reflect.ownKeys(value).filter((key) => isShown(value, key)),
      (key) => property(value, key, inner),
    ),
  );
}

function isShown(value: object, key: PropertyKey): boolean {
  return Object.getOwnPropertyDescriptor(value, key)?.enumerable === true;
}

function property(value: object, key: PropertyKey, inner: (each: unknown) => string): string {
  const { get, set, value: own } = Object.getOwnPropertyDescriptor(value, key) ?? {};
  const label =
    typeof key === 'symbol' ? `[${String(key)}]` : /^[\w$]+$/.test(String(key)) ? String(key) : quote(String(key));
  if (get !== undefined) return `${label}: ${set === undefined ? '[Getter]' : '[Getter/Setter]'}`;
  return `${label}: ${set === undefined ? inner(own) : '[Setter]'}`;
}

function arrayItems(array: readonly unknown[], inner: (each: unknown) => string): string[] {
  const items: string[] = [];
  for (let index = 0; index < array.length && items.length < ITEMS_MAX; index++) {
    if (index in array) {
      items.push(inner(array[index]));
      continue;
    }
    const start = index;
    while (index + 1 < array.length && !(index + 1 in array)) index++;
    items.push(`<${index - start + 1} empty item${index === start ? '' : 's'}>`);
  }
  if (array.length > ITEMS_MAX && items.length === ITEMS_MAX) items.push(`... ${array.length - ITEMS_MAX} more items`);
  return items;
}

function limited<T>(items: readonly T[], inner: (item: T) => string): string[] {
  const shown = items.slice(0, ITEMS_MAX).map(inner);
  return items.length > ITEMS_MAX ? [...shown, `... ${items.length - ITEMS_MAX} more items`] : shown;
}

function inBrackets(prefix: string, [open = '', close = '']: string, items: readonly string[]): string {
  if (items.length === 0) return `${prefix}${open}${close}`;
  const line = items.join(', ');
  const pad = open === '[' && items.every((item) => !item.includes('\n')) ? ' ' : ' ';
  if (line.length <= LINE_MAX && !line.includes('\n')) return `${prefix}${open}${pad}${line}${pad}${close}`;
  return `${prefix}${open}\n  ${wrapped(items).replaceAll('\n', '\n  ')}\n${close}`;
}

/** Puts short items, such as numbers, on shared lines. */
function wrapped(items: readonly string[]): string {
  if (items.length <= 6 || items.some((item) => item.length > 16 || item.includes('\n'))) return items.join(',\n');
  const lines: string[] = [''];
  for (const item of items) {
    const last = lines.at(-1) ?? '';
    if (last.length + item.length > LINE_MAX) lines.push(`${item}, `);
    else lines[lines.length - 1] = `${last}${item}, `;
  }
  return lines.join('\n').replaceAll(/ +$/gm, '').replace(/,$/, '');
}

function quote(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
  if (!escaped.includes("'")) return `'${escaped}'`;
  return escaped.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`;
}

function describeFunction(value: Function): string {
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  const name = value.name === '' ? '(anonymous)' : value.name;
  if (isClass) return `[class ${name}]`;
  return value.name === '' ? `[Function (anonymous)]` : `[Function: ${name}]`;
}

/** Returns the name of a value's class; an empty text if it has none. */
function nameOf(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name?: unknown } } | null;
  if (prototype === null) return '';
  const name = prototype.constructor?.name;
  return typeof name === 'string' && name !== '' ? name : 'Object';
}
