/** A name as it is kept: without blanks around it, in the one composed form of its characters. */
export function tidyName(name: string): string {
  return name.trim().normalize('NFC');
}

/** A value as it is kept, or null when it is absent or blank. */
export function valueOrNull(value: string | null | undefined): string | null {
  return value?.trim() ? value.trim() : null;
}
