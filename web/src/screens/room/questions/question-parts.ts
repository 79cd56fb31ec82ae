import type { ComponentType } from 'react';
import type { QuestionPaneProps } from '../../../features/questions/room/QuestionPane.tsx';
import type { TestRunner } from '../../../features/questions/tests/test-runner.ts';
import type { TestsSlotProps } from './TestsSlot.tsx';

/** What shows the questions of one room; it is loaded after the room. */
export interface QuestionParts {
  /** Runs tests on this device. */
  runner: TestRunner;
  QuestionPane: ComponentType<QuestionPaneProps>;
  TestsSlot: ComponentType<TestsSlotProps>;
  /** Adds the starter of a question to the document, in its language. */
  insertStarter: (id: string) => void;
  /** Call it after the room's language has changed. */
  languageChanged: (languages: { from: string; to: string }) => void;
}
