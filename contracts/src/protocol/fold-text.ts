/** Letters that have no decomposition in Unicode, and apostrophes, with their plain forms. */
export const PLAIN_LETTERS = { from: 'łøđıħ’‘ʼ', to: "lodih'''" };

/** Returns a text as searches compare it: in lower case, without accents, with plain apostrophes. */
export function foldText(text: string): string {
  const bare = text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  return [...bare.toLowerCase()]
    .map((letter) => PLAIN_LETTERS.to[PLAIN_LETTERS.from.indexOf(letter)] ?? letter)
    .join('');
}
