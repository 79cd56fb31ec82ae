import { languageOf } from '../../../features/documents/editor/languages.ts';
import { saveFile } from '../../../shared/device/save-file.ts';

/** Gives the code to the browser's downloads, as a file with the language's ending. */
export function downloadCode(code: string, language: string): void {
  saveFile(new Blob([code], { type: 'text/plain;charset=utf-8' }), `interview.${languageOf(language).extension}`);
}
