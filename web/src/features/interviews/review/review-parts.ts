import type { Interview } from '@cip/contracts/interviews';
import type { ComponentType } from 'react';

/** Renders code in a language. */
export type CodeView = ComponentType<{ code: string; language: string }>;

export interface NotesProps {
  interview: Interview;
  autoFocus?: boolean;
}

/** What a screen provides for reviews: code, which needs the editors' parsers, and notes, which may wait offline. */
export interface ReviewParts {
  CodeView: CodeView;
  Notes: ComponentType<NotesProps>;
}
