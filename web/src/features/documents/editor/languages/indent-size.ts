/** Languages whose style guides indent by four spaces; the others are indented by two. */
const FOUR = new Set(['python', 'java', 'c', 'c++', 'c#', 'php', 'rust']);
/** The length of the beginning of a text that shows its style, in characters. */
export const INDENT_SAMPLE = 10_000;

/** Returns the spaces of one step of indentation: the width of most steps in the text, or else the language's. */
export function indentSize(language: string, text: string): number {
  const usual = FOUR.has(language) ? 4 : 2;
  const steps = { 2: 0, 4: 0 };
  let before = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (indent - before === 2) steps[2] += 1;
    if (indent - before === 4) steps[4] += 1;
    before = indent;
  }
  if (steps[2] === steps[4]) return usual;
  return steps[2] > steps[4] ? 2 : 4;
}
