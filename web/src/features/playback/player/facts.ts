import type { PlaybackHead } from '@cip/contracts/playback';
import { formatDateTime, formatDuration } from '../../../shared/format.ts';

/** Returns what is known of a recording besides its candidate, in the order of its importance. */
export function factsOf(head: PlaybackHead, languageLabel: (language: string) => string): string[] {
  const endedAt = new Date(Date.parse(head.startedAt) + head.durationMs).toISOString();
  return [
    `with ${head.interviewerName}, ${head.companyName}`,
    formatDateTime(head.startedAt),
    formatDuration(head.startedAt, endedAt),
    languageLabel(head.language),
  ];
}
