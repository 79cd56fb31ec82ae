const PRETTIER = ['javascript', 'typescript', 'jsx', 'tsx', 'css', 'scss', 'less', 'html', 'json'];
const OTHERS = ['python', 'sql', 'postgresql', 'redshift', 'sqlite', 'c', 'c++', 'go'];
const FORMATTED = new Set([...PRETTIER, ...OTHERS]);

/** The key that formats the code, in both editors. */
export const FORMAT_KEY = 'Shift+Alt+F';

/** Whether programs in a language can be formatted. */
export function canFormat(language: string): boolean {
  return FORMATTED.has(language);
}
