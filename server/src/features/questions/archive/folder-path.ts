/** Codes of the files of starters by their paths in the question's folder. */
export type FolderCodes = ReadonlyMap<string, string>;

/**
 * Returns the path of a starter's file in the question's folder; C++ and C# have names that are safe in any archive.
 */
export function folderPath(language: string, name: string): string {
  return `${language.replaceAll('+', 'p').replaceAll('#', 'sharp')}/${name}`;
}
