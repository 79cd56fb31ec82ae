import { MARKED_MAX } from './lookalikes.ts';
import type { Lookalike } from './lookalikes.ts';

const UNSEEN = /[\s\p{C}]/u;

/** Returns what a character is, such as "No-break space (U+00A0), where programs need plain spaces". */
export function lookalikeText(lookalike: Lookalike): string {
  const name = named([lookalike]);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}, ${needed([lookalike])}`;
}

/** Returns the sentence about the look-alikes of a line, which counts from 1. */
export function lineText(line: number, lookalikes: readonly Lookalike[]): string {
  const groups = Map.groupBy(lookalikes, ({ character }) => character);
  const names = [...groups.values()].map((group) => articleOf(group) + named(group));
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');
  return `Line ${line}: ${list}, ${needed(lookalikes)}.`;
}

/** Returns the words of the action that replaces a number of characters. */
export function replaceText(count: number): string {
  if (count >= MARKED_MAX) return 'Replace all characters';
  return count === 1 ? 'Replace 1 character' : `Replace ${count} characters`;
}

function articleOf({ length, 0: first }: readonly Lookalike[]): string {
  if (length > 1) return '';
  return /^[aeiou]/.test(first?.name ?? '') ? 'an ' : 'a ';
}

function named(group: readonly Lookalike[]): string {
  const [{ character, name } = { character: '', name: '' }] = group;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const plural = `${group.length} ${name}${name.endsWith('sh') ? 'es' : 's'}`;
  return `${group.length > 1 ? plural : name}${UNSEEN.test(character) ? '' : ` ${character}`} (U+${code})`;
}

function needed(lookalikes: readonly Lookalike[]): string {
  const needs = new Set(lookalikes.map((each) => each.needs));
  return `where programs need ${needs.size === 1 ? [...needs].join('') : 'plain characters'}`;
}
