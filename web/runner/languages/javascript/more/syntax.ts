import { parse } from 'sucrase/dist/esm/parser/index.js';
import { TokenType as Kind } from 'sucrase/dist/esm/parser/tokenizer/types.js';
import type { ModuleUse, ProgramModules } from '../program-modules.ts';

/** A token of the program. */
interface Token {
  type: number;
  start: number;
  end: number;
}

/** Returns the modules that a program names. Throws if its syntax is wrong. */
export function readModules(code: string): ProgramModules {
  const reader = new Reader(code, parse(code, false, false, false).tokens);
  reader.read();
  return reader;
}

class Reader implements ProgramModules {
  isModule = false;
  readonly uses: ModuleUse[] = [];
  readonly statements: [start: number, end: number][] = [];
  readonly calls = new Set<string>();
  readonly #code: string;
  readonly #tokens: readonly Token[];

  constructor(code: string, tokens: readonly Token[]) {
    this.#code = code;
    this.#tokens = tokens;
  }

  read(): void {
    for (const [place, { type, start }] of this.#tokens.entries()) {
      const next = this.#typeAt(place + 1);
      if (type === Kind._import && next === Kind.parenL) this.#addCall(place, 'dynamic');
      else if (type === Kind._import && next !== Kind.dot) this.#addImport(place, start);
      else if (type === Kind._export) this.#addExport(place);
      else if (type === Kind.name && next === Kind.parenL && this.#typeAt(place - 1) !== Kind.dot) {
        const name = this.#textAt(place);
        this.calls.add(name);
        if (name === 'require') this.#addCall(place, 'require');
      } else if (type === Kind.name && next === Kind.dot && this.#typeAt(place - 1) !== Kind.dot)
        this.calls.add(this.#textAt(place));
    }
  }

  /** Adds `import('x')` or `require('x')`. */
  #addCall(place: number, kind: 'dynamic' | 'require'): void {
    const argument = this.#tokens[place + 2];
    const isText = argument?.type === Kind.string && this.#typeAt(place + 3) === Kind.parenR;
    const name = isText ? this.#code.slice(argument.start + 1, argument.end - 1) : null;
    const { start, end } = this.#tokens[place] ?? { start: 0, end: 0 };
    if (kind === 'dynamic' || name !== null) this.uses.push({ kind, name, start, end, imported: [] });
  }

  #addImport(place: number, start: number): void {
    this.isModule = true;
    const text = this.#tokens.findIndex(({ type }, index) => index > place && type === Kind.string);
    const token = this.#tokens[text];
    if (token === undefined) return;
    this.#addStatic(place, text);
    this.statements.push([start, this.#typeAt(text + 1) === Kind.semi ? token.end + 1 : token.end]);
  }

  #addExport(place: number): void {
    this.isModule = true;
    const { start = 0, end = 0 } = this.#tokens[place] ?? {};
    const next = this.#typeAt(place + 1);
    const isList = next === Kind.braceL;
    if (!isList && next !== Kind.star) {
      const isDefault = next === Kind._default;
      this.statements.push([start, isDefault ? (this.#tokens[place + 1]?.end ?? end) : end]);
      return;
    }
    const close = isList
      ? this.#tokens.findIndex(({ type }, index) => index > place && type === Kind.braceR)
      : this.#tokens.findIndex(({ type }, index) => index > place && type === Kind.string) - 2;
    const text = close + 2;
    const isFrom = this.#textAt(close + 1) === 'from' && this.#typeAt(text) === Kind.string;
    if (isFrom) this.#addStatic(place, text);
    this.statements.push([start, this.#tokens[isFrom ? text : close]?.end ?? end]);
  }

  #addStatic(place: number, text: number): void {
    const { start, end } = this.#tokens[text] ?? { start: 0, end: 0 };
    const name = this.#code.slice(start + 1, end - 1);
    this.uses.push({ kind: 'static', name, start, end, imported: this.#importedNames(place, text) });
  }

  /** Returns the names that a statement takes from its module, without the default. */
  #importedNames(place: number, text: number): string[] {
    const open = this.#tokens.findIndex(({ type }, index) => index > place && index < text && type === Kind.braceL);
    if (open < 0) return [];
    const names: string[] = [];
    for (let index = open + 1; index < text && this.#typeAt(index) !== Kind.braceR; index++) {
      const before = this.#typeAt(index - 1);
      if (before === Kind.braceL || before === Kind.comma) names.push(this.#textAt(index));
    }
    return names.filter((name) => name !== 'default');
  }

  #typeAt(place: number): number | undefined {
    return this.#tokens[place]?.type;
  }

  #textAt(place: number): string {
    const { start = 0, end = 0 } = this.#tokens[place] ?? {};
    return this.#code.slice(start, end);
  }
}

/** The reader as a module for the worker of JavaScript. */
export const modules = () => ({ 'js/syntax': readModules });
