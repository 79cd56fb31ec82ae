/** Files that accompany a repository. */
const COMPANIONS =
  /^(readme|licen[cs]e|copying|notice|authors|changelog|contributing|code[-_]of[-_]conduct|security)([-_.][a-z\d]+)*$/i;

/** Returns why nobody wrote a file of an archive as a question; null if it may be one. */
export function whyNoQuestion(name: string, mayHaveFrontMatter: boolean): string | null {
  const parts = name.split('/');
  const last = parts.at(-1) ?? '';
  if (last.startsWith('._')) return 'added by macOS';
  if (parts.some((part) => part.startsWith('.'))) return 'a hidden file';
  return COMPANIONS.test(last) && !mayHaveFrontMatter ? 'about the folder, no question' : null;
}
