import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';

/** Returns until when the recording of an interview is stored, as the end of a sentence. */
export function storedUntil({ retention_days: days }: PublicInterview): string {
  return days ? `for ${days} days` : 'until the company deletes it';
}

/** Returns the interviewer's name; empty if it is the company's, which the card already has. */
export function otherInterviewer({ company_name: company, interviewer_name: interviewer }: PublicInterview): string {
  return interviewer === company ? '' : interviewer;
}
