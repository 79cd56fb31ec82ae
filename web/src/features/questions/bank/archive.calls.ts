import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api-client.ts';
import { download } from '../../../shared/api/download.ts';
import { QUESTION_ARCHIVE_MAX } from '../question-limits.ts';

/** Whether the first library is offered, and how many of its questions the company has. */
export const libraryQuery = queryOptions({
  queryKey: ['questions', 'library'],
  queryFn: () => call('GET /question-library'),
  staleTime: 0,
});

/** Adds the questions of the first library. */
export const addLibrary = () => call('POST /question-library');

/** Declines or removes the first library. */
export const removeLibrary = () => call('DELETE /question-library');

/** Downloads the questions as a ZIP archive of Markdown files. */
export const downloadQuestions = () => download('GET /question-archive');

/** Adds the questions of an archive; resolves to the titles. Throws if the file cannot be an archive. */
export async function importQuestions(file: File) {
  if (file.size > QUESTION_ARCHIVE_MAX) throw new Error('The file is too large.');
  return call('POST /question-archive', { body: { archive: await readBase64(file) } });
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // In a data URL, the content follows a comma.
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}
