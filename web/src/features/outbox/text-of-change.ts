import type { Entry } from './outbox-entry.ts';

/** Returns the texts of a change of the private notes or of a scorecard, for a copy; empty if there are none. */
export function textOfChange(entry: Extract<Entry, { kind: 'notes' | 'scorecard' }>): string {
  if (entry.kind === 'notes') return entry.body.notes ?? '';
  const { notes, ratings = [], summary } = entry.body;
  const lines = notes?.value.map(({ text }) => text).join('\n');
  const texts = [lines, ...ratings.map(({ evidence }) => evidence?.value), summary?.value];
  return texts.filter(Boolean).join('\n\n');
}
