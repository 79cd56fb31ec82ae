import { formatDateTime, formatDuration } from '../../../shared/format.ts';
import type { Recording } from '../replay/recording.ts';

/** Returns the facts of a recording besides its candidate, in the order of their importance. */
export function factsOf(recording: Recording, languageLabel: (language: string) => string): string[] {
  const { head } = recording;
  const endedAt = new Date(Date.parse(head.startedAt) + head.durationMs).toISOString();
  return [
    `with ${[...new Set([head.interviewerName, head.companyName])].join(', ')}`,
    formatDateTime(head.startedAt),
    formatDuration(head.startedAt, endedAt),
    recording.languages().map(languageLabel).join(', '),
  ];
}
