import { FILE_NAME_MAX } from '../protocol/common.ts';

/** Deepest folder that a file may be in. */
const FOLDERS_MAX = 3;

/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Returns why a name cannot be one of a file, as a sentence; null if it can. Exports are ZIP files for any system. */
export function fileNameProblem(name: string): string | null {
  const parts = name.split('/');
  if (name.length > FILE_NAME_MAX) return `A file’s name has at most ${FILE_NAME_MAX} characters.`;
  if (parts.length > FOLDERS_MAX + 1) return `A file is in at most ${FOLDERS_MAX} folders.`;
  if (!/^[A-Za-z0-9_./-]+$/.test(name)) return 'Use letters without accents, digits, dots, hyphens and underscores.';
  if (parts.some((part) => part === '' || part.startsWith('.') || part.endsWith('.')))
    return 'No part of the name may be empty or begin or end with a dot.';
  // Programs read such a name as an option.
  if (parts.some((part) => part.startsWith('-'))) return 'No part of the name may begin with a hyphen.';
  return parts.some((part) => DEVICE.test(part)) ? 'Windows keeps this name for a device.' : null;
}
