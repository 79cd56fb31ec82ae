import type { ComponentType } from 'react';
import type { RunTests } from '@cip/contracts/runs/run-tests';
import type { ExecuteFileTests } from '../tests/file-tests.ts';
import type { ExecuteTest, TestedCode } from '../tests/test-execution.ts';

/** The editor of a starter. */
export interface CodeFieldProps {
  label: string;
  language: string;
  /** The code when the field is first shown; the field keeps its own text after that, until `revision` changes. */
  code: string;
  revision?: number;
  onChange: (code: string) => void;
}

/** Executes tests while a question is written. */
export interface TestBench {
  execute: ExecuteTest;
  /** Returns the function that executes test files among those of the code. */
  executeFiles: (tested: TestedCode, names: readonly string[]) => ExecuteFileTests;
  close: () => void;
}

/** The values and components that questions take from other features. */
export interface QuestionParts {
  CodeField: ComponentType<CodeFieldProps>;
  /** Shows the tests of files. */
  TestTree: ComponentType<{ tests: RunTests; label: string }>;
  /** The languages that starters can have. */
  languages: readonly { id: string; label: string }[];
  /** Returns the id of the language of a file, by its name and the language of its starter. */
  languageOfFile: (name: string, language: string) => string;
  openTestBench: () => Promise<TestBench>;
  /** Returns the user whose unsaved drafts this device keeps; null if nobody is signed in. */
  draftOwner: () => string | null;
}

/** Returns the name of a language for users. */
export function labelOf({ languages }: Pick<QuestionParts, 'languages'>, id: string): string {
  return languages.find((language) => language.id === id)?.label ?? id;
}
