import { foldText } from '@cip/contracts/protocol/fold-text';
import type { User } from '@cip/contracts/accounts/interviewers';

/** Returns true if the name or the e-mail contains the text, whatever its case and accents. */
export function matchesInterviewer({ name, email }: User, text: string): boolean {
  return foldText(`${name} ${email}`).includes(foldText(text.trim()));
}
