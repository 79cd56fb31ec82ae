import type { Mutant } from './find.ts';

/** What the switched code asks: whether a mutant is on. */
export const SWITCH = '__mutant';

/**
 * The source with every mutant in it, each behind a switch: a process that has loaded it once can be any of them. Only
 * inserts, so that one mutant may lie within another.
 */
export function withSwitches(source: string, mutants: Mutant[]): string {
  const inserted = mutants.flatMap((mutant) => {
    const [before, after] = around(mutant, source);
    return [
      { at: mutant.start, text: before },
      { at: mutant.end, text: after },
    ];
  });
  // What ends somewhere ends before anything else begins there.
  return inserted
    .toSorted((a, b) => b.at - a.at)
    .reduce((code, { at, text }) => code.slice(0, at) + text + code.slice(at), source);
}

function around({ id, kind, start, end, text }: Mutant, source: string): [before: string, after: string] {
  const isOn = `globalThis.${SWITCH}?.(${JSON.stringify(id)})`;
  switch (kind) {
    case 'predicate':
      return [`.$call(($query) => ${isOn} ? $query : $query`, ')'];
    case 'predicate in SQL':
      return [`\${${isOn} ? sql\`${text}\` : sql\``, '`}'];
    case 'guard':
      return [`${isOn} ? ${text} : (`, ')'];
    case 'declaration': {
      // The whole property stands in the mutant; only its value is chosen.
      const name = source.slice(start, end).replace(/:.*/s, '');
      const value = text.slice(text.indexOf(':') + 1);
      return [`${name}: ${isOn} ? ${value} : ({ `, ` }).${name}`];
    }
  }
}
