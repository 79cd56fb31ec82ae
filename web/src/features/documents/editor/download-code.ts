import { saveCode } from '../../../shared/code/code-copy.ts';
import type { CodeCopy } from '../../../shared/code/code-copy.ts';
import { languageOf } from './languages/languages.ts';

/** Downloads a code as a file with its language's extension; several files as a ZIP. */
export function downloadCode(copy: CodeCopy, name = 'interview'): Promise<void> {
  return saveCode(copy, `${name}.${languageOf(copy.language).extension}`);
}
