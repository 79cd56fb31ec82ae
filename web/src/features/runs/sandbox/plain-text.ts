/** Returns the text without the characters that the wire refuses: NUL and lone surrogates become U+FFFD. */
export function plainText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Returns at most the first `max` characters; never half of a surrogate pair. */
export function firstOf(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max);
}

/** Returns at most the last `max` characters; never half of a surrogate pair. */
export function lastOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.length - max;
  return text.slice(isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
