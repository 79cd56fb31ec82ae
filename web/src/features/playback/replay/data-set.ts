import type { Recording } from './recording.ts';

/**
 * Returns the SQL that runs started from at a moment, or null. If there are several data sets, only the last is stored.
 */
export function dataSetAt({ events, head }: Pick<Recording, 'events' | 'head'>, ms: number): string | null {
  const changes = events.filter((event) => event.kind === 'data_set');
  const last = changes.findLast(({ at }) => at <= ms);
  if (changes.length === 0) return head.dataSet?.sql ?? null;
  return last && last.data.name !== null && last.data.name === head.dataSet?.name ? head.dataSet.sql : null;
}
