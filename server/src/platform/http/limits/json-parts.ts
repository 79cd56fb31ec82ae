/** Strings in the JSON of one request or event, keys included; the largest of the contract has some thirty. */
const STRINGS_MAX = 1_000;
/**
 * Commas, lists and objects in it. A million nested lists cost the parser half a second. Socket.IO spreads the
 * arguments of an event over the stack: forty thousand overflow it and end the process.
 */
const PARTS_MAX = 5_000;
const [QUOTE, COMMA, LIST, BACKSLASH, OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

/**
 * Returns whether a JSON text has more strings, commas, lists or objects than any valid request, without parsing it.
 */
export function hasTooManyParts(json: string): boolean {
  let [strings, parts] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) {
      if (++strings > STRINGS_MAX) return true;
      at = endOfString(json, at);
    } else if ((unit === COMMA || unit === LIST || unit === OBJECT) && ++parts > PARTS_MAX) return true;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    // A quote after an even number of backslashes is not escaped.
    if (slashes % 2 === 0) return at;
  }
  return json.length;
}
