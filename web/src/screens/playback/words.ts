import type { PlaybackRun } from '@cip/contracts/playback/playback';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import { endText, packagesText } from '../../features/runs/panel/run-text.ts';

export const languageLabel = (language: string) => languageOf(language).label;

/** Returns the end of a recorded run, in a few words. */
export function runText({ end, runner, device, language }: PlaybackRun, names: readonly string[]): string {
  if (!end) return 'without an end';
  const by = runner === null ? null : { id: null, name: names[runner] ?? '', device: device ?? 'laptop' };
  return [endText({ end, runner: by }, languageLabel(language)), packagesText(end)].filter(Boolean).join(' ');
}
