import { dictionary } from '@zxcvbn-ts/language-common';

/** What is tried first on a product like this one. */
const OF_THIS_PRODUCT = [
  'interview',
  'interview1',
  'interview123',
  'company1',
  'company123',
  'login123',
  'guest123',
  'root123',
  'p@ssword',
];
/** With what published leaks hold most often; in small letters. */
const COMMON: ReadonlySet<string> = new Set([...dictionary.passwords, ...OF_THIS_PRODUCT]);

/** Whether a password is among those that are tried first: known from leaks, one to three signs repeated, or a row. */
export function isCommonPassword(password: string): boolean {
  const small = password.toLowerCase();
  return COMMON.has(small) || /^(.{1,3})\1+$/su.test(small) || isRow(small);
}

/** Whether each sign follows the one before, up or down the alphabet or the digits: `abcdefgh`, `0987654321`. */
function isRow(text: string): boolean {
  const steps = Array.from(text.slice(1), (sign, at) => {
    const step = sign.charCodeAt(0) - text.charCodeAt(at);
    // The digits go round: 7890 and 0987.
    return /\d/.test(sign) && Math.abs(step) === 9 ? -Math.sign(step) : step;
  });
  return Math.abs(steps[0] ?? 0) === 1 && steps.every((step) => step === steps[0]);
}
