/** Strings in the JSON of one request or event; honest ones have at most some thirty, keys included. */
const STRINGS_MAX = 1_000;
const BACKSLASH = 92;

/**
 * Whether a JSON text has more strings, keys included, than any honest one: each key costs the parser and the checks
 * after it. Quotes inside of strings come after a backslash, so the others bound the number of strings.
 */
export function hasTooManyStrings(json: string): boolean {
  let quotes = 0;
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', at + 1))
    if (json.charCodeAt(at - 1) !== BACKSLASH && ++quotes > 2 * STRINGS_MAX) return true;
  return false;
}
