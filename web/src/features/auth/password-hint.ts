import { PASSWORD_MIN_CHARS } from '../../shared/limits.ts';

/** Below this many characters a password of one kind of character is easily guessed. */
const EASY_BELOW_CHARS = 12;

/** Says how good a new password is, in one line; never refuses anything. */
export function passwordHint(password: string): string {
  if (password === '') return `At least ${PASSWORD_MIN_CHARS} characters; longer is better than complicated.`;
  if (password.length < PASSWORD_MIN_CHARS) return `${PASSWORD_MIN_CHARS - password.length} more to go.`;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  if (password.length < EASY_BELOW_CHARS && kinds < 3) return 'Easy to guess: add a few words.';
  return password.length < EASY_BELOW_CHARS ? 'Fair.' : 'Strong.';
}
