import type { PlaybackRun } from '@cip/contracts/playback/playback';
import { fileLanguage as languageOfFile } from '../../features/documents/editor/languages/file-language.ts';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { endText, packagesText } from '../../features/runs/panel/run-text.ts';

/** Returns the language of a file by its name and the session's language. */
export const fileLanguage = (name: string, language: string) => languageOfFile(name, language).id;

export const languageLabel = (language: string) => languageOf(language).label;

/** Returns the end of a recorded run, in a few words. */
export function runText({ end, runner, device, language }: PlaybackRun, names: readonly string[]): string {
  if (!end) return 'without an end';
  const by = runner === null ? null : { id: null, name: names[runner] ?? '', device: device ?? 'laptop' };
  return [endText({ end, runner: by }, languageLabel(language)), packagesText(end)].filter(Boolean).join(' ');
}
