/** Sections of a WebAssembly module. */
const IMPORT = 2;
const FUNCTION = 3;
const EXPORT = 7;
const CODE = 10;
const HEADER_BYTES = 8;
/** Kinds of imports and exports. */
const KIND = { function: 0, table: 1, memory: 2, global: 3, tag: 4 };
const MULTI_BYTE = 0x80;

/** Reads and copies the parts of a module. */
class Reader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte & (MULTI_BYTE - 1)) * 2 ** shift;
      if (byte < MULTI_BYTE) return value;
    }
  }

  take(length: number): Buffer {
    return this.bytes.subarray(this.at, (this.at += length));
  }

  text(): string {
    return this.take(this.number()).toString();
  }
}

function encoded(value: number): Buffer {
  const bytes = [];
  let rest = value;
  for (; rest >= MULTI_BYTE; rest = Math.floor(rest / MULTI_BYTE)) bytes.push((rest % MULTI_BYTE) + MULTI_BYTE);
  return Buffer.from([...bytes, rest]);
}

/**
 * Returns a module in which each call of the exported functions takes `bytes` more of the module's own stack. Each
 * becomes a frame around its former body, which moves to the end. The functions take one number and return nothing.
 */
export function withStackFrames(module: Buffer, names: readonly string[], bytes: number): Buffer {
  const sections = sectionsOf(module);
  const content = (id: number) => new Reader(sections.find((section) => section.id === id)?.content ?? Buffer.alloc(1));
  const functions = importedFunctions(content(IMPORT));
  const exported = exportsOf(content(EXPORT));
  const stackPointer = exported.get('__stack_pointer');
  if (stackPointer === undefined) throw new Error('The module exports no stack pointer');
  const types = itemsOf(content(FUNCTION), (reader) => encoded(reader.number()));
  const bodies = itemsOf(content(CODE), (reader) => reader.take(reader.number()));
  for (const name of names) {
    const index = exported.get(name);
    if (index === undefined) throw new Error(`The module exports no ${name}`);
    const [type, body] = [types[index - functions], bodies[index - functions]];
    if (type === undefined || body === undefined) throw new Error(`${name} is not a function of the module`);
    bodies[index - functions] = frameAround(functions + bodies.length, stackPointer, bytes);
    types.push(type);
    bodies.push(body);
  }
  const changed = new Map([
    [FUNCTION, Buffer.concat([encoded(types.length), ...types])],
    [CODE, Buffer.concat([encoded(bodies.length), ...bodies.flatMap((body) => [encoded(body.length), body])])],
  ]);
  const parts = sections.flatMap(({ id, content: old }) => {
    const now = changed.get(id) ?? old;
    return [Buffer.from([id]), encoded(now.length), now];
  });
  return Buffer.concat([module.subarray(0, HEADER_BYTES), ...parts]);
}

/** Returns a body that calls a function below its own frame: stack pointer - bytes, call, stack pointer + bytes. */
function frameAround(index: number, stackPointer: number, bytes: number): Buffer {
  const move = (operation: number) => [
    0x23,
    ...encoded(stackPointer),
    0x41,
    ...encoded(bytes),
    operation,
    0x24,
    ...encoded(stackPointer),
  ];
  return Buffer.from([0, ...move(0x6b), 0x20, 0, 0x10, ...encoded(index), ...move(0x6a), 0x0b]);
}

function sectionsOf(module: Buffer): { id: number; content: Buffer }[] {
  const reader = new Reader(module, HEADER_BYTES);
  const sections = [];
  while (reader.at < module.length) {
    const id = reader.number();
    sections.push({ id, content: reader.take(reader.number()) });
  }
  return sections;
}

function itemsOf<T>(reader: Reader, read: (reader: Reader) => T): T[] {
  return Array.from({ length: reader.number() }, () => read(reader));
}

/** Returns how many functions a module imports. */
function importedFunctions(reader: Reader): number {
  const kinds = itemsOf(reader, (each) => {
    each.text();
    each.text();
    const kind = each.number();
    if (kind === KIND.function) each.number();
    else if (kind === KIND.global || kind === KIND.tag) each.take(2);
    else {
      if (kind === KIND.table) each.take(1);
      const flags = each.number();
      each.number();
      if ((flags & 1) !== 0) each.number();
    }
    return kind;
  });
  return kinds.filter((kind) => kind === KIND.function).length;
}

/** Returns the indexes of what a module exports. */
function exportsOf(reader: Reader): Map<string, number> {
  const exported = itemsOf(reader, (each) => ({ name: each.text(), kind: each.number(), index: each.number() }));
  return new Map(exported.map(({ name, index }) => [name, index]));
}
