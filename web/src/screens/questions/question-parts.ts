import type { ComponentProps } from 'react';
import { fileLanguage } from '../../features/documents/editor/languages/file-language.ts';
import { LANGUAGES } from '../../features/documents/editor/languages/languages.ts';
import { accountOfPage } from '../../features/outbox/account-of-page.ts';
import type { QuestionParts } from '../../features/questions/bank/question-parts.ts';
import { importWithRetry } from '../../shared/ui/loading/import-with-retry.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

// Loaded late, because as a part of this screen the code of editing would be split off the room's file, in pieces.
const CodeField = lazyPart(async () => (await import('./CodeField.tsx')).CodeField);

const TestTree = lazyPart<ComponentProps<QuestionParts['TestTree']>>(
  async () => (await import('../../features/runs/tests/TestTree.tsx')).TestTree,
);

const openTestBench = async () => (await importWithRetry(() => import('./test-bench.ts'))).openTestBench();

/** The parts of questions that other features provide. */
const draftOwner = () => accountOfPage()?.user ?? null;

const languageOfFile = (name: string, language: string) => fileLanguage(name, language).id;

export const questionParts: QuestionParts = {
  CodeField,
  TestTree,
  languages: LANGUAGES,
  languageOfFile,
  openTestBench,
  draftOwner,
};
