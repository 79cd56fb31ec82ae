import type { CodeCopy } from '../../shared/code/code-copy.ts';
import type { Entry } from './outbox-entry.ts';

/** Returns the code of a save with all its files, for a copy; a save of an earlier release has the first file only. */
export function copyOfSave({ body, files, language = 'plaintext' }: Extract<Entry, { kind: 'save' }>): CodeCopy {
  return { code: body.code_content, language: body.language ?? language, files };
}
