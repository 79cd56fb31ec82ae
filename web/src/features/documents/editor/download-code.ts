import { languageOf } from './languages/languages.ts';
import { saveFile } from '../../../shared/device/save-file.ts';

/** Downloads a code as a file with its language's extension. */
export function downloadCode(code: string, language: string, name = 'interview'): void {
  saveFile(new Blob([code], { type: 'text/plain;charset=utf-8' }), `${name}.${languageOf(language).extension}`);
}
