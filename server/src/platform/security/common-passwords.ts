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

let common: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among those that are tried first: known from leaks, one to three signs repeated, or a row. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const small = password.toLowerCase();
  if (/^(.{1,3})\1+$/su.test(small) || isRow(small)) return true;
  // Some megabytes, which only nodes need where somebody chooses a password.
  common ??= loadCommon();
  return (await common).has(small);
}

/** With what published leaks hold most often; in small letters. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary.passwords, ...OF_THIS_PRODUCT]);
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
