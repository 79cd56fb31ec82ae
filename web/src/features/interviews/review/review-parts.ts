import type { Interview } from '@cip/contracts/interviews/interviews';
import type { ComponentType } from 'react';

/** Renders code in a language; one of several files in that of its name. */
export type CodeView = ComponentType<{ code: string; language: string; file?: string | undefined }>;

/** Renders the name of a language for users. */
export type LanguageName = ComponentType<{ language: string }>;

export interface NotesProps {
  interview: Interview;
}

export interface CardStateProps {
  interview: Interview;
  /** All interviews of the list, whose states are loaded together. */
  listed: Interview[];
}

/**
 * The components that a screen provides for reviews: code and the names of languages, which need the editors, notes,
 * which may wait offline, and the progress of scorecards.
 */
export interface ReviewParts {
  CodeView: CodeView;
  /** Names a language; empty until the languages have loaded. */
  LanguageName: LanguageName;
  Notes: ComponentType<NotesProps>;
  /** How far the scorecards of an interview are. */
  CardState: ComponentType<CardStateProps>;
  /** Leads to the scorecards that are still to write. */
  OpenCards: ComponentType;
}
