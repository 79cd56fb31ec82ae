import { NAME_MAX } from '@cip/contracts/common';
import { invalid } from '../../errors.ts';
import { tooLong } from './field-errors.ts';

/** A name as it is kept: without blanks around it, in the one composed form of its characters. */
export function tidyName(name: string): string {
  return name.trim().normalize('NFC');
}

/** The name in a field of a request as it is kept. Throws `invalid` when it is too long. */
export function requireName(field: 'name' | 'candidate_name', sent: string): string {
  const name = tidyName(sent);
  // Only now: some characters become three where they are composed.
  if ([...name].length > NAME_MAX) throw invalid(field, tooLong(field, NAME_MAX));
  return name;
}

/** A name as a mail may hold it: mail programs make links of what looks like one, and a name may be anybody's. */
export function withoutLinks(name: string): string {
  return name.replaceAll(/[.:@\u3002\uff0e\uff61](?=\S)/g, '$& ');
}

/** A value as it is kept, or null when it is absent or blank. */
export function valueOrNull(value: string | null | undefined): string | null {
  return value?.trim() ? value.trim() : null;
}
