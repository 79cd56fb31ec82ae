import { blockOf, groupItems, quote } from './inspect-layout.ts';
import { heldItems, nameOf, shownKeys, shownWhole, typeTag } from './inspect-types.ts';

/** The key of an object's own way to be shown. */
export const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

const ITEMS_MAX = 100;
const TEXT_MAX = 10_000;
const KEY = /^[A-Za-z_]\w*$/;

/** Options of `util.inspect`. */
export interface InspectOptions {
  /** Levels of objects that are shown inside the first; null for all. */
  depth?: number | null;
  /** Length of lines (characters). */
  breakLength?: number;
  /** How many levels of objects may share a line; false for none. */
  compact?: number | boolean;
  /** How many items of a list and characters of a text are shown; null for all. */
  maxArrayLength?: number | null;
  maxStringLength?: number | null;
  sorted?: boolean | ((one: string, other: string) => number);
}

const DEFAULTS: InspectOptions = {
  depth: 2,
  breakLength: 80,
  compact: 3,
  maxArrayLength: ITEMS_MAX,
  maxStringLength: TEXT_MAX,
};

/**
 * Returns a value as Node.js shows it: strings in quotes, objects with their content. Besides options it takes Node's
 * old arguments: whether hidden properties are shown, which are not here, and the depth.
 */
export const inspect = Object.assign(
  (value: unknown, options: InspectOptions | boolean | null = {}, depth?: number | null): string => {
    const given = typeof options === 'object' && options !== null ? options : depth === undefined ? {} : { depth };
    return new Inspector({ ...inspect.defaultOptions, ...given }).show(value, 0);
  },
  { custom: CUSTOM, defaultOptions: DEFAULTS },
);

/** Shows one value; keeps the objects around the present one, and how far it is indented. */
class Inspector {
  readonly #options: InspectOptions;
  readonly #depth: number;
  readonly #width: number;
  readonly #itemsMax: number;
  readonly #textMax: number;
  /** Levels of objects that may share a line. */
  readonly #compact: number;
  readonly #parents: object[] = [];
  readonly #circles = new Map<object, number>();
  #indent = 0;
  /** The level of the object that was shown last. */
  #level = 0;

  constructor(options: InspectOptions) {
    const {
      depth = 2,
      breakLength = 80,
      compact = 3,
      maxArrayLength = ITEMS_MAX,
      maxStringLength = TEXT_MAX,
    } = options;
    this.#options = options;
    this.#depth = depth ?? Infinity;
    this.#itemsMax = maxArrayLength ?? Infinity;
    this.#textMax = maxStringLength ?? Infinity;
    this.#width = breakLength;
    this.#compact = typeof compact === 'number' ? compact : compact ? 3 : 0;
  }

  show(value: unknown, level: number, isKey = false): string {
    if (typeof value === 'string') return isKey ? quote(value) : this.#text(value);
    if (typeof value === 'bigint') return `${value}n`;
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject) return Object.is(value, -0) ? '-0' : String(value);
    const custom = (value as { [CUSTOM]?: unknown })[CUSTOM];
    if (typeof custom === 'function') {
      const shown: unknown = Reflect.apply(custom, value, [this.#depth - level, this.#options, inspect]);
      if (shown !== value) return typeof shown === 'string' ? shown : this.show(shown, level);
    }
    if (this.#parents.includes(value)) return this.#circle(value);
    return this.#object(value, level);
  }

  #circle(value: object): string {
    const number = this.#circles.get(value) ?? this.#circles.size + 1;
    this.#circles.set(value, number);
    return `[Circular *${number}]`;
  }

  #object(value: object, level: number): string {
    const keys = shownKeys(value);
    const whole = shownWhole(value);
    if (whole !== null && (keys.length === 0 || value instanceof Error)) return whole;
    const isEmpty = keys.length === 0 && (Array.isArray(value) ? value.length : heldItems(value).length) === 0;
    if (level > this.#depth && !isEmpty)
      return `[${Array.isArray(value) ? 'Array' : nameOf(value) || 'Object: null prototype'}]`;
    this.#parents.push(value);
    this.#level = level;
    const [prefix, open, close] = this.#frame(value, keys, whole);
    const items = this.#items(value, level);
    const properties = keys.map((key) => this.#property(value, key, level));
    const { sorted = false } = this.#options;
    const all = items.concat(sorted === false ? properties : properties.toSorted(sorted === true ? undefined : sorted));
    this.#parents.pop();
    const number = this.#circles.get(value);
    const base = number === undefined ? prefix : `<ref *${number}> ${prefix}`;
    if (all.length === 0) return `${base}${open}${close}`;
    return this.#laidOut(value, all, `${base}${open}`, close, level);
  }

  /** Returns the text before the brackets, and the brackets. */
  #frame(
    value: object,
    keys: readonly PropertyKey[],
    whole: string | null,
  ): [prefix: string, open: string, close: string] {
    if (whole !== null && keys.length > 0) return [`${whole} `, '{', '}'];
    const name = nameOf(value);
    const tag = typeTag(value);
    const shownName = name === '' ? '[Object: null prototype]' : name;
    if (Array.isArray(value)) return [name === 'Array' ? '' : `${shownName}(${value.length}) `, '[', ']'];
    if (tag === 'Arguments') return ['[Arguments] ', '{', '}'];
    if (ArrayBuffer.isView(value) && !(value instanceof DataView))
      return [`${shownName}(${(value as Uint8Array).length}) `, '[', ']'];
    if (value instanceof Map || value instanceof Set)
      return [`${shownName}(${value.size}) ${tag === name ? '' : `[${tag}] `}`, '{', '}'];
    const isMapIterator = tag === 'Map Iterator' || tag === 'Set Iterator';
    if (isMapIterator) return [`[${tag}] `, '{', '}'];
    const extra = tag === '' || tag === name ? '' : `[${tag}] `;
    return [name === 'Object' && extra === '' ? '' : `${shownName} ${extra}`, '{', '}'];
  }

  #laidOut(value: object, items: string[], start: string, close: string, level: number): string {
    const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
    const grouped = this.#compact > 0 && isList && items.length > 6 ? this.#grouped(value, items) : items;
    const mayShare = this.#level - level < this.#compact && grouped.length === items.length;
    return blockOf(grouped, { start, close, indent: this.#indent, width: mayShare ? this.#width : 0 });
  }

  #grouped(value: object, items: string[]): string[] {
    const list = value as ArrayLike<unknown>;
    const isRight = Array.from(list).every((item) => typeof item === 'number' || typeof item === 'bigint');
    const hasMore = list.length > this.#itemsMax;
    const columnsMax = this.#compact * 4;
    return groupItems(items, { hasMore, isRight, indent: this.#indent, width: this.#width, columnsMax });
  }

  #items(value: object, level: number): string[] {
    if (Array.isArray(value)) return this.#listItems(value, level);
    const held = heldItems(value);
    if (typeof held === 'string') return [held];
    const shown = held
      .slice(0, this.#itemsMax)
      .map((item) => (value instanceof Map ? this.#pair(item as [unknown, unknown], level) : this.#inner(item, level)));
    return held.length > this.#itemsMax ? [...shown, moreText(held.length - this.#itemsMax, 'item')] : shown;
  }

  #listItems(list: readonly unknown[], level: number): string[] {
    const items: string[] = [];
    let index = 0;
    for (; index < list.length && items.length < this.#itemsMax; index++) {
      const start = index;
      while (index < list.length && !(index in list)) index++;
      if (index > start) {
        items.push(`<${index - start} empty item${index - start === 1 ? '' : 's'}>`);
        index--;
      } else items.push(this.#inner(list[index], level));
    }
    return index < list.length ? [...items, moreText(list.length - index, 'item')] : items;
  }

  #pair([key, value]: [unknown, unknown], level: number): string {
    return `${this.#inner(key, level)} => ${this.#inner(value, level)}`;
  }

  #inner(value: unknown, level: number): string {
    this.#indent += 2;
    const text = this.show(value, level + 1);
    this.#indent -= 2;
    return text;
  }

  #property(value: object, key: PropertyKey, level: number): string {
    const { get, set, value: own } = Object.getOwnPropertyDescriptor(value, key) ?? {};
    const name = typeof key === 'symbol' ? String(key) : KEY.test(String(key)) ? String(key) : quote(String(key));
    if (get !== undefined) return `${name}: ${set === undefined ? '[Getter]' : '[Getter/Setter]'}`;
    return `${name}: ${set === undefined ? this.#inner(own, level) : '[Setter]'}`;
  }

  /** Shows a text; one of several lines that is too long for one comes in parts. */
  #text(text: string): string {
    const most = this.#textMax;
    const shown = text.length > most ? text.slice(0, most) : text;
    const more = text.length > most ? moreText(text.length - most, 'character') : '';
    const isLong = shown.length > 16 && shown.length > this.#width - this.#indent - 4;
    if (!isLong || !shown.includes('\n')) return quote(shown) + more;
    const lines = shown.split(/(?<=\n)/).map(quote);
    return lines.join(` +\n${' '.repeat(this.#indent + 2)}`) + more;
  }
}

function moreText(count: number, word: string): string {
  return `... ${count} more ${word}${count === 1 ? '' : 's'}`;
}
