/** Passwords that an attacker would try first on this product. */
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

/** Returns whether a password is common: leaked, one to three characters repeated, or a sequence. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const small = password.toLowerCase();
  if (/^(.{1,3})\1+$/su.test(small) || isSequence(small)) return true;
  // Some megabytes, loaded when the first password is chosen.
  common ??= loadCommon();
  return (await common).has(small);
}

/** Loads the most frequent leaked passwords, in lower case. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary.passwords, ...OF_THIS_PRODUCT]);
}

/** Returns whether each character follows the previous one up or down: `abcdefgh`, `0987654321`. */
function isSequence(text: string): boolean {
  const steps = Array.from(text.slice(1), (character, index) => {
    const step = character.charCodeAt(0) - text.charCodeAt(index);
    // Digits wrap around: 7890 and 0987.
    return /\d/.test(character) && Math.abs(step) === 9 ? -Math.sign(step) : step;
  });
  return Math.abs(steps[0] ?? 0) === 1 && steps.every((step) => step === steps[0]);
}
