/**
 * Most strings, keys included, and most commas, lists and objects, in a request; the largest of the contract saves a
 * scorecard. It is no higher than the contract needs, because a million nested lists cost the parser half a second.
 */
export const REQUEST_PARTS_MAX = 9_100;
/**
 * The same in an event; the largest of the contract enters a run. Socket.IO spreads the arguments of an event over the
 * stack: forty thousand overflow it and end the process.
 */
export const EVENT_PARTS_MAX = 3_600;
const [QUOTE, COMMA, LIST, BACKSLASH, OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

/**
 * Returns whether a JSON text has more than `max` strings, or more than `max` commas, lists and objects, without parsing
 * it.
 */
export function hasTooManyParts(json: string, max: number): boolean {
  let [strings, parts] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) {
      if (++strings > max) return true;
      at = endOfString(json, at);
    } else if ((unit === COMMA || unit === LIST || unit === OBJECT) && ++parts > max) return true;
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
