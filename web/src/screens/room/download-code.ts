import { languageOf } from '../../features/documents/languages.ts';

/** Gives the code to the browser's downloads, as a file with the language's ending. */
export function downloadCode(code: string, language: string): void {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `interview.${languageOf(language).extension}`;
  link.click();
  // The browser has taken the file when the click returns; some read it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
