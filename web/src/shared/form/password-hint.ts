import { PASSWORD_MIN_CHARS } from '../limits.ts';

/** If a password of one or two kinds of characters is shorter than this, it is easy to guess. */
const EASY_BELOW_CHARS = 12;
/** From this many characters on, a common word inside a password does not make it weak. */
const LONG_CHARS = 16;

/** Words that attackers try first. In production, the server refuses the worst passwords itself. */
const COMMON =
  /pass.?w(or|0r)d|qwert|azerty|asdf|1q2w|abc123|12345|letmein|welcome|iloveyou|admin|dragon|monkey|football|sunshine|princess|(.)\2{3}/i;

/** Returns one line that rates a new password; it never refuses one. */
export function passwordHint(password: string): string {
  if (password === '') return `At least ${PASSWORD_MIN_CHARS} characters. Longer is stronger.`;
  if (password.length < PASSWORD_MIN_CHARS) return `${PASSWORD_MIN_CHARS - password.length} more characters`;
  if (COMMON.test(password) && password.length < LONG_CHARS) return 'Too common and easy to guess.';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  if (password.length < EASY_BELOW_CHARS && kinds < 3) return 'Easy to guess. Add a few words.';
  return password.length < EASY_BELOW_CHARS ? 'Fair.' : 'Strong.';
}
