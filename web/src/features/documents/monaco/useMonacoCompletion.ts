import type { Completion } from '@cip/contracts/rooms/rules';
import type { editor } from 'monaco-editor';
import * as monaco from 'monaco-editor/editor';
import { useEffect, useRef } from 'react';
import { whenIdle } from '../../../shared/when-idle.ts';
import { completeKeywords } from './monaco-keywords.ts';
import type { FilesOfEditor, ShownFiles } from '../completion/room-program.ts';

/** Latest start of completion, so that it delays no letter of the code (ms). */
const START_WITHIN_MS = 1_000;

/** Returns Monaco's options of how much it completes. */
export function completionOptions(completion: Completion): editor.IStandaloneEditorConstructionOptions {
  const isOn = completion !== 'off';
  return {
    wordBasedSuggestions: isOn ? 'currentDocument' : 'off',
    // Above the first lines it would be cut off.
    hover: { above: false },
    // A finished word and Enter begin a line.
    acceptSuggestionOnEnter: 'smart',
    quickSuggestions: isOn && { other: true, comments: false, strings: false },
  };
}

/**
 * Completes the text of an editor in its language, as far as the rule allows; outside of rooms `files` is null.
 */
export function useMonacoCompletion(
  mounted: editor.IStandaloneCodeEditor | null,
  { language, completion, files }: { language: string; completion: Completion; files: ShownFiles | null },
): void {
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  });
  useEffect(() => {
    const model = mounted?.getModel();
    if (!mounted || !model || completion === 'off') return;
    let isCurrent = true;
    const hasMembers = completion === 'full' && (isTyped(language) || isPythonOfRoom(language, latest));
    const askAgain = hasMembers ? holdQuestions(mounted, model) : () => {};
    let stop = () => {};
    const start = async () => {
      const started = await startCompletion(model, { language, completion, files: latest });
      if (!isCurrent) return started();
      stop = started;
      askAgain();
    };
    const cancel = whenIdle(() => void start(), START_WITHIN_MS);
    return () => {
      isCurrent = false;
      cancel();
      stop();
      askAgain();
      // A list that is open, or is being asked for, is of the former rule.
      mounted.trigger('rule', 'hideSuggestWidget', null);
    };
  }, [mounted, language, completion]);
}

/**
 * Holds what an editor asks while completion starts, because otherwise a point gets no list, and Control and Space
 * "No suggestions". Returns a function that ends this and asks again.
 */
function holdQuestions(mounted: editor.IStandaloneCodeEditor, model: editor.ITextModel): () => void {
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const provider = monaco.languages.registerCompletionItemProvider('*', {
    triggerCharacters: ['.'],
    async provideCompletionItems(of, _position, _context, token) {
      if (of !== model) return null;
      await started;
      // Later, because the list of this answer would replace the next one.
      if (!token.isCancellationRequested)
        setTimeout(() => mounted.trigger('rule', 'editor.action.triggerSuggest', { auto: true }));
      return null;
    },
  });
  return () => {
    provider.dispose();
    resolve();
  };
}

interface Wanted {
  language: string;
  completion: Completion;
  files: FilesOfEditor;
}

/**
 * Completes by types with `full` in JavaScript and TypeScript, and in Python in rooms, else the language's keywords;
 * Monaco's options complete the words of the text. Returns a function that ends it.
 */
async function startCompletion(model: editor.ITextModel, { language, completion, files }: Wanted): Promise<() => void> {
  const isFull = completion === 'full';
  if (isFull && isTyped(language))
    try {
      const { completeByTypes } = await import('../completion/typescript/complete-by-types.ts');
      return completeByTypes(monaco, model, { language, files });
    } catch {
      // Without a network before its first use: words are better than nothing.
    }
  const keywords = completeKeywords(model);
  let endTypes = () => {};
  if (isFull && isPythonOfRoom(language, files))
    try {
      const { completePython } = await import('../completion/python/complete-python.ts');
      // Beside the keywords, which complete until its worker can, and if it fails.
      endTypes = completePython(monaco, model, files);
    } catch {
      // As above.
    }
  return () => {
    keywords.dispose();
    endTypes();
  };
}

/** Whether a language has types, by its id. */
const isTyped = (language: string) =>
  language === 'javascript' || language === 'jsx' || language === 'typescript' || language === 'tsx';

/** Whether the language is Python, and the editor that of a room, whose files it completes. */
const isPythonOfRoom = (language: string, files: FilesOfEditor) => language === 'python' && files.current !== null;
