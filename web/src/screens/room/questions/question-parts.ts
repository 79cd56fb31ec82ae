import type { ComponentType } from 'react';
import type { QuestionPaneProps } from '../../../features/questions/room/QuestionPane.tsx';
import type { TestRunner } from '../../../features/questions/tests/test-runner.ts';
import type { StarterDialogProps } from './StarterDialog.tsx';
import type { TestsSlotProps } from './TestsSlot.tsx';

/** What shows the questions of one room; it is loaded after the room. */
export interface QuestionParts {
  /** Runs tests on this device. */
  runner: TestRunner;
  QuestionPane: ComponentType<QuestionPaneProps>;
  TestsSlot: ComponentType<TestsSlotProps>;
  /**
   * Inserts the starter of a question in the document's language. Returns false, and changes nothing, where someone typed
   * into the document: then `StarterDialog` asks what becomes of that.
   */
  insertStarter: (id: string) => boolean;
  StarterDialog: ComponentType<StarterDialogProps>;
  /** Call it after the room's language has changed. */
  languageChanged: (languages: { from: string; to: string }) => void;
}
