import type { PublicInterview } from '@cip/contracts/interviews';

/** Returns until when the recording of an interview is stored, as the end of a sentence. */
export function storedUntil({ retention_days: days }: PublicInterview): string {
  return days ? `for ${days} days` : 'until the company deletes it';
}
