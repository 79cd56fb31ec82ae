import { OperatorError } from '../operator-error.ts';

/** A setting is not valid. */
export class ConfigError extends OperatorError {}

/** The variables of the environment by name. */
export type Environment = Record<string, string | undefined>;

/** Returns whether a setting is on. */
export function readSwitch(env: Environment, name: string, fallback: boolean): boolean {
  return readWord(env, name, ['on', 'off'], fallback ? 'on' : 'off') === 'on';
}

/** Returns a trimmed setting; null if it is absent or blank. */
export function readText(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

/** Returns the parts of a setting that commas separate. */
export function readList(env: Environment, name: string): string[] {
  return (readText(env, name) ?? '').split(',').flatMap((part) => part.trim() || []);
}

/** Returns a whole number. Throws ConfigError if it is out of bounds. */
export function readInteger(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = readText(env, name);
  if (value === null) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= min && number <= max) return number;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
}

/** Returns a setting that is one of some words. Throws ConfigError if it is not. */
export function readWord<const T extends string>(env: Environment, name: string, words: readonly T[], fallback: T): T {
  const value = readText(env, name);
  if (value === null) return fallback;
  const word = words.find((candidate) => candidate === value);
  if (word) return word;
  throw new ConfigError(`${name} must be one of ${words.join(', ')}.`);
}

/** Returns a URL as it is set, or null. Throws ConfigError unless it has one of the protocols, such as `https:`. */
export function readUrl(env: Environment, name: string, protocols: string[]): string | null {
  const value = readText(env, name);
  if (value === null) return null;
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
  const starts = protocols.map((protocol) => `${protocol}//`);
  throw new ConfigError(`${name} must be a URL that starts with ${starts.join(' or ')}.`);
}
