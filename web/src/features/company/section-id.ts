/**
 * Returns the id of a section of the settings, by which an address links it: 'Two-Step Sign-In' is 'two-step-sign-in'.
 */
export function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}
