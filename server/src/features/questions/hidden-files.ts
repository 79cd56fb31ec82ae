import type { HiddenFile } from '@cip/contracts/questions/interview-questions';
import type { Starter, StarterFile } from '@cip/contracts/questions/starters';

/**
 * Starters as they are stored. Hidden files are apart, so that no statement that reads starters for a room, also none
 * of an earlier release, can read them.
 */
export interface StoredStarters {
  starters: Starter[];
  hidden_files: HiddenFile[];
}

/** Divides starters into the files for candidates and the hidden ones. */
export function storedStarters(starters: readonly Starter[]): StoredStarters {
  const hidden = starters.flatMap(({ language, files = [] }) =>
    files.filter((file) => file.is_hidden).map(({ name, code }) => ({ language, name, code })),
  );
  return { starters: starters.map(withoutHidden), hidden_files: hidden };
}

function withoutHidden({ language, code, files = [] }: Starter): Starter {
  const shown = files.filter((file) => !file.is_hidden).map(({ name, code: text }) => ({ name, code: text }));
  return { language, code, ...(shown.length > 0 && { files: shown }) };
}

/** Returns stored starters as interviewers have them: each with its hidden files behind the others. */
export function wholeStarters({ starters, hidden_files: hidden }: StoredStarters): Starter[] {
  return starters.map((starter) => {
    const own = hidden.filter(({ language }) => language === starter.language);
    const further: StarterFile[] = own.map(({ name, code }) => ({ name, code, is_hidden: true }));
    return further.length === 0 ? starter : { ...starter, files: [...(starter.files ?? []), ...further] };
  });
}
