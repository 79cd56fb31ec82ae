import { readStoredJson, writeStored } from '../../../../shared/device/stored-text.ts';

/** Local storage key: the ids of the languages that were chosen last on this device, as JSON. */
const RECENT_KEY = 'recent-languages';
const RECENT_MAX = 3;

/** Returns the ids of the languages that were chosen last on this device, the latest first. */
export function recentLanguages(): string[] {
  const stored = readStoredJson(RECENT_KEY);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, RECENT_MAX) : [];
}

/** Stores a chosen language and the one before it; does nothing if the browser refuses storage. */
export function rememberLanguage(chosen: string, before: string): void {
  const recent = [...new Set([chosen, before, ...recentLanguages()])].slice(0, RECENT_MAX);
  writeStored(RECENT_KEY, JSON.stringify(recent));
}
