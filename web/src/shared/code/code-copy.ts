import { saveFile } from '../device/save-file.ts';
import { importWithRetry } from '../ui/loading/import-with-retry.ts';

export interface NamedText {
  name: string;
  content: string;
}

/** The code of an interview, for a copy or a download. */
export interface CodeCopy {
  code: string;
  language: string;
  /** All files, the first with the code; absent if there is one. */
  files?: readonly NamedText[] | undefined;
}

/** Returns a code as one text: each of several files below a line with its name. */
export function wholeCode({ code, files }: CodeCopy): string {
  return files?.map(({ name, content }) => `===== ${name} =====\n${content}`).join('\n\n') ?? code;
}

/** Downloads a code as a file with this name; several files as a ZIP, whose name has another extension. */
export async function saveCode(copy: CodeCopy, fileName: string): Promise<void> {
  const zip = copy.files && (await zipped(copy.files));
  if (zip) saveFile(zip, fileName.replace(/\.[^.]*$/, '.zip'));
  else saveFile(new Blob([wholeCode(copy)], { type: 'text/plain;charset=utf-8' }), fileName);
}

/** Resolves to null if the library does not load, so that the user gets the files as one text. */
async function zipped(files: readonly NamedText[]): Promise<Blob | null> {
  // Lazy, because most code has one file.
  const loading = importWithRetry(() => import('fflate'));
  const zip = loading.then(({ strToU8, zipSync }) =>
    zipSync(Object.fromEntries(files.map(({ name, content }) => [name, strToU8(content)]))),
  );
  return zip.then((bytes) => new Blob([bytes], { type: 'application/zip' })).catch(() => null);
}
