import type { editor, IDisposable } from 'monaco-editor';
import type { Monaco } from '../monaco.ts';
import type { TypeAnswers } from './answers.ts';
import { SCRIPT_KINDS } from './answers.ts';
import { PackageTypes } from './package-types.ts';
import { provideTypes, rangeOf } from './providers.ts';
import type { AskTypes } from './providers.ts';
import TypesWorker from './types.worker.ts?worker';

/** Owner of the markers of types; a run's own are apart. */
const OWNER = 'types';
/** Pause after the last key before problems are marked, so that half a word is none (ms). */
const MARK_AFTER_MS = 700;

/**
 * Completes a model's program by its types, and shows signatures, descriptions and problems, in a worker of its own.
 * Returns a function that ends all of it. Gets Monaco, so that Monaco stays one file with its editor.
 */
export function completeByTypes(
  monaco: Monaco,
  model: editor.ITextModel,
  language: keyof typeof SCRIPT_KINDS,
): () => void {
  const worker = new TypesWorker();
  const client = monaco.editor.createWebWorker<TypeAnswers>({ worker, keepIdleModels: true });
  const started = client.getProxy().then(async (answers) => {
    await answers.read(SCRIPT_KINDS[language]);
    return new PackageTypes((files) => answers.addTypes(files));
  });
  const hasJsx = language === 'jsx' || language === 'tsx';
  const ask: AskTypes = async () => {
    await (await started).addFor(model.getValue(), hasJsx && /<\w/.test(model.getValue()));
    return client.withSyncedResources([model.uri]);
  };
  const parts = [...provideTypes(monaco, model, ask), markProblems(monaco, model, ask)];
  return () => {
    for (const part of parts) part.dispose();
    client.dispose();
    worker.terminate();
  };
}

/** Marks the problems of a model's program while it changes. */
function markProblems(monaco: Monaco, model: editor.ITextModel, ask: AskTypes): IDisposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const mark = async () => {
    const version = model.getVersionId();
    const problems = await (await ask()).problemsOf(model.uri.toString());
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
      changes.dispose();
      if (!model.isDisposed()) monaco.editor.setModelMarkers(model, OWNER, []);
    },
  };
}
