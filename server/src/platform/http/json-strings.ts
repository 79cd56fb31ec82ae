/** Strings in the JSON of one request or event, keys included; the largest of the contract has some thirty. */
const STRINGS_MAX = 1_000;
const BACKSLASH = 92;

/**
 * Returns whether a JSON text has more strings than any valid request, without parsing it: each key costs the parser
 * and the checks. Quotes inside strings follow a backslash, so the other quotes bound the number of strings.
 */
export function hasTooManyStrings(json: string): boolean {
  let quotes = 0;
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', at + 1))
    if (json.charCodeAt(at - 1) !== BACKSLASH && ++quotes > 2 * STRINGS_MAX) return true;
  return false;
}
