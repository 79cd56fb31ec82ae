import type { editor, IDisposable } from 'monaco-editor';
import type { Monaco } from '../monaco.ts';
import { roomProgram } from '../room-program.ts';
import type { FilesOfEditor } from '../room-program.ts';
import type { TypeAnswers } from './answers.ts';
import { SCRIPT_KINDS } from './answers.ts';
import { PackageTypes } from './package-types.ts';
import { provideTypes, rangeOf } from './providers.ts';
import type { AskTypes } from './providers.ts';
import TypesWorker from './types.worker.ts?worker';

/** Owner of the markers of types; a run's own are apart. */
const OWNER = 'types';
/** Names of the files that TypeScript reads. */
const OF_PROGRAM = /\.(?:[cm]?[jt]sx?|json)$/i;
/** Pause after the last key before problems are marked, so that half a word is none (ms). */
const MARK_AFTER_MS = 700;
/** Longest answer of the worker (ms): people can write types that keep TypeScript busy for an hour. */
const ANSWER_WITHIN_MS = 20_000;

/**
 * Completes a model's program by its types, and shows signatures, descriptions and problems, in a worker of its own.
 * Returns a function that ends all of it. Gets Monaco, so that Monaco stays one file with its editor.
 */
export function completeByTypes(
  monaco: Monaco,
  model: editor.ITextModel,
  { language, files }: { language: keyof typeof SCRIPT_KINDS; files: FilesOfEditor },
): () => void {
  let service = startService(monaco, language);
  const restart = () => {
    service.end();
    service = startService(monaco, language);
  };
  const hasJsx = language === 'jsx' || language === 'tsx';
  const ask: AskTypes = async () => {
    const { client, started, sendFiles } = service;
    const { shown, texts } = roomProgram(files.current, OF_PROGRAM);
    const others = Object.fromEntries([...texts].filter(([name]) => name !== shown));
    const program = [model.getValue(), ...Object.values(others)].join('\n');
    await (await started).addFor(program, hasJsx && /<\w/.test(program));
    const answers = await client.withSyncedResources([model.uri]);
    sendFiles(answers, shown, others);
    return answers;
  };
  const parts = [...provideTypes(monaco, model, ask), markProblems(monaco, model, { ask, restart })];
  return () => {
    for (const part of parts) part.dispose();
    service.end();
  };
}

function startService(monaco: Monaco, language: keyof typeof SCRIPT_KINDS) {
  const worker = new TypesWorker();
  const client = monaco.editor.createWebWorker<TypeAnswers>({ worker, keepIdleModels: true });
  const started = client.getProxy().then(async (answers) => {
    await answers.read(SCRIPT_KINDS[language]);
    return new PackageTypes((files) => answers.addTypes(files));
  });
  const end = () => {
    client.dispose();
    worker.terminate();
  };
  return { client, started, sendFiles: filesSender(), end };
}

/** Returns a function that sends the program's other files if they have changed. */
function filesSender(): (answers: TypeAnswers, shown: string | undefined, others: Record<string, string>) => void {
  let sent = '';
  return (answers, shown, others) => {
    const present = JSON.stringify([shown, others]);
    if (present === sent) return;
    sent = present;
    // Not waited for, because a busy worker is noticed by the question that follows.
    answers.readFiles(shown, others).catch(() => {});
  };
}

/** Marks the problems of a model's program while it changes, and restarts a worker that does not answer. */
function markProblems(
  monaco: Monaco,
  model: editor.ITextModel,
  { ask, restart }: { ask: AskTypes; restart: () => void },
): IDisposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let overdue: ReturnType<typeof setTimeout> | undefined;
  const answered = () => {
    clearTimeout(overdue);
    overdue = undefined;
  };
  let isOver = false;
  const mark = async () => {
    const version = model.getVersionId();
    const answers = await ask();
    if (isOver) return;
    overdue ??= setTimeout(() => {
      answered();
      restart();
    }, ANSWER_WITHIN_MS);
    // None while TypeScript fails, for example at a text that is nested too deep.
    const problems = await answers.problemsOf(model.uri.toString()).catch(() => []);
    answered();
    if (isOver || model.isDisposed() || model.getVersionId() !== version) return;
    const markers = problems.map(({ start, end, message, isError }) => ({
      ...rangeOf(model, start, end),
      message,
      severity: isError ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
    }));
    monaco.editor.setModelMarkers(model, OWNER, markers);
  };
  const markSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void mark(), MARK_AFTER_MS);
  };
  const changes = model.onDidChangeContent(markSoon);
  markSoon();
  return {
    dispose() {
      isOver = true;
      clearTimeout(timer);
      answered();
      changes.dispose();
      if (!model.isDisposed()) monaco.editor.setModelMarkers(model, OWNER, []);
    },
  };
}
