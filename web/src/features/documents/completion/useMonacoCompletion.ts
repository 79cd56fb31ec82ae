import type { Completion } from '@cip/contracts/rooms/rules';
import type { editor } from 'monaco-editor';
import * as monaco from 'monaco-editor/editor';
import { useEffect, useRef } from 'react';
import { whenIdle } from '../../../shared/when-idle.ts';
import { isAfterPoint } from './is-after-point.ts';
import { completeKeywords } from './monaco-keywords.ts';
import type { FilesOfEditor, ShownFiles } from './room-program.ts';

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
    let stop = () => {};
    let lastTyped = '';
    const typing = model.onDidChangeContent(({ changes }) => (lastTyped = changes.map(({ text }) => text).join('')));
    const start = async () => {
      const started = await startCompletion(model, { language, completion, files: latest });
      typing.dispose();
      if (!isCurrent) return started();
      stop = started;
      // It would have opened the list. Python's own list waits for its worker.
      if (completion === 'full' && isTyped(language) && lastTyped === '.' && isCaretAfterPoint(mounted))
        mounted.trigger('rule', 'editor.action.triggerSuggest', { auto: true });
    };
    const cancel = whenIdle(() => void start(), START_WITHIN_MS);
    return () => {
      isCurrent = false;
      typing.dispose();
      cancel();
      stop();
      // A list that is open is of the former rule.
      mounted.trigger('rule', 'hideSuggestWidget', null);
    };
  }, [mounted, language, completion]);
}

/** True if the caret of a focused editor is behind a point. */
function isCaretAfterPoint(mounted: editor.IStandaloneCodeEditor): boolean {
  const [model, position] = [mounted.getModel(), mounted.getPosition()];
  return model !== null && position !== null && mounted.hasTextFocus() && isAfterPoint(model, position);
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
      const { completeByTypes } = await import('./typescript/complete-by-types.ts');
      return completeByTypes(monaco, model, { language, files });
    } catch {
      // Without a network before its first use: words are better than nothing.
    }
  const keywords = completeKeywords(model);
  let endTypes = () => {};
  if (isFull && language === 'python' && files.current !== null)
    try {
      const { completePython } = await import('./python/complete-python.ts');
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
