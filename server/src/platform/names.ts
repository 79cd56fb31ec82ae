import { NAME_MAX } from '@cip/contracts/protocol/common';
import { invalid } from '../errors.ts';
import { tooLong } from './http/errors/field-errors.ts';

/** Returns a name as it is stored: trimmed and in Unicode's composed form (NFC). */
export function tidyName(name: string): string {
  return name.trim().normalize('NFC');
}

/** Returns the name in a field of a request as it is stored. Throws `invalid` if it is too long. */
export function requireName(field: 'name' | 'candidate_name' | 'title', sent: string, max = NAME_MAX): string {
  const name = tidyName(sent);
  // After normalization, which turns some characters into three.
  if ([...name].length > max) throw invalid(field, tooLong(field, max));
  return name;
}

/** Returns a name for use in an e-mail, where e-mail programs cannot turn it into a link: names are untrusted. */
export function withoutLinks(name: string): string {
  return name.replaceAll(/[.:@\u3002\uff0e\uff61](?=\S)/g, '$& ');
}

/** Returns a trimmed value; null if it is absent or blank. */
export function valueOrNull(value: string | null | undefined): string | null {
  return value?.trim() ? value.trim() : null;
}
