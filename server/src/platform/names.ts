/** A name as it is kept: without blanks around it, in the one composed form of its characters. */
export function tidyName(name: string): string {
  return name.trim().normalize('NFC');
}

/** A name as a mail may hold it: mail programs make links of what looks like one, and a name may be anybody's. */
export function withoutLinks(name: string): string {
  return name.replaceAll(/[.:@\u3002\uff0e\uff61](?=\S)/g, '$& ');
}

/** A value as it is kept, or null when it is absent or blank. */
export function valueOrNull(value: string | null | undefined): string | null {
  return value?.trim() ? value.trim() : null;
}
