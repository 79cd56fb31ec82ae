/**
 * The number of a question and the mark of one of its starters: by the mark a playback tells an inserted starter from a
 * paste, without the starter's text.
 */
export type StarterMark = [question: number, mark: number];

/** Returns a mark of a code, without the blanks around it: 53 bits (cyrb53), and no protection against forgery. */
export function starterMark(code: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  const text = code.trim();
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 2 ** 32 * (low & 0x1fffff) + (high >>> 0);
}
