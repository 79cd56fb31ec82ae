import type { PlaybackRun } from '@cip/contracts/playback/playback';
import type { RunFile } from '@cip/contracts/runs/runs';
import type { ComponentType, ReactNode } from 'react';
import type { OwnNote } from '../replay/moments.ts';
import type { Extras } from '../replay/recording.ts';
import type { TextChange } from '../replay/text-change.ts';
import type { Player } from './player.ts';

/** The last edit, as the code shows it. */
export interface LastChange {
  change: TextChange;
  name: string;
  /** Number of the participant's color, from 1 to 8. */
  hue: number;
}

export interface CodePaneProps {
  text: string;
  language: string;
  last: LastChange | null;
}

/** A run as it was at a moment. */
export interface ShownRun extends Pick<PlaybackRun, 'pieces' | 'end'> {
  run: PlaybackRun;
}

export interface RunHereProps {
  language: string;
  code: string;
  /** All files in their order, the first with `code`; absent if there is one. */
  files?: RunFile[] | undefined;
  /** Input of the latest run before that moment. */
  stdin: string;
  dataSet: string | null;
}

/** The files of a moment that make a page. */
export interface MomentPreviewProps {
  files: readonly RunFile[];
  /** The moment as text, such as `12:34`. */
  moment: string;
  /** Leads back to the code. */
  onLeave: () => void;
}

/** The components and functions that a page provides for its player, from other features. */
export interface PlayerParts {
  CodePane: ComponentType<CodePaneProps>;
  /** Renders the output of a run. */
  Output: ComponentType<ShownRun>;
  /** Executes the code of a moment; left out if nothing can run. */
  RunHere?: ComponentType<RunHereProps>;
  /** Shows the page that the files of a moment make; left out if nothing can run. */
  preview?: {
    isOffered: (language: string, files: readonly RunFile[]) => boolean;
    Pane: ComponentType<MomentPreviewProps>;
  };
  /** Renders the text of a question; if absent, it is plain text. */
  QuestionText?: ComponentType<{ text: string }>;
  languageLabel: (language: string) => string;
  /** Returns the language of a file by its name and the session's language. */
  fileLanguage: (name: string, language: string) => string;
  /** Returns how a run ended, in a few words. */
  runText: (run: PlaybackRun, names: readonly string[]) => string;
}

/** A page around the player. */
export interface PlayerPage {
  title: string;
  facts: readonly string[];
  /** The way back, and further actions of the page. */
  back?: ReactNode;
  actions?: (player: Player) => ReactNode;
  /** The signed-in account's own notes. */
  notes?: readonly OwnNote[];
  /** The printed parts besides the recording; if absent, all that it has. */
  printed?: Extras;
  /** Returns the address of a moment on this page. */
  momentHref: (ms: number) => string;
}
