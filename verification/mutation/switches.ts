import type { Mutant } from './find.ts';

/** Name of the global function that returns whether a mutant is active. */
export const SWITCH = '__mutant';

/**
 * Returns the source with every mutant behind a switch, so that one process can run each of them. It only inserts code,
 * so that mutants may nest.
 */
export function withSwitches(source: string, mutants: Mutant[]): string {
  const inserted = mutants.flatMap((mutant) => {
    const [before, after] = around(mutant, source);
    return [
      { at: mutant.start, text: before },
      { at: mutant.end, text: after },
    ];
  });
  // At one position, the end of a mutant precedes the start of the next.
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
      // The mutant spans the whole property; the switch selects its value.
      const name = source.slice(start, end).replace(/:.*/s, '');
      const value = text.slice(text.indexOf(':') + 1);
      return [`${name}: ${isOn} ? ${value} : ({ `, ` }).${name}`];
    }
  }
}
