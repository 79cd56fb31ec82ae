import type { Completion } from '@cip/contracts/rooms/rules';
import type { editor } from 'monaco-editor';
import * as monaco from 'monaco-editor/editor';
import { useEffect } from 'react';
import { whenIdle } from '../../../shared/when-idle.ts';
import { completeKeywords } from './monaco-keywords.ts';

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

/** Completes the text of an editor in its language, as far as the rule allows. */
export function useMonacoCompletion(
  mounted: editor.IStandaloneCodeEditor | null,
  language: string,
  completion: Completion,
): void {
  useEffect(() => {
    const model = mounted?.getModel();
    if (!mounted || !model || completion === 'off') return;
    let isCurrent = true;
    let stop = () => {};
    const start = async () => {
      const started = await startCompletion(model, language, completion);
      if (isCurrent) stop = started;
      else started();
    };
    const cancel = whenIdle(() => void start(), START_WITHIN_MS);
    return () => {
      isCurrent = false;
      cancel();
      stop();
      // A list that is open is of the former rule.
      mounted.trigger('rule', 'hideSuggestWidget', null);
    };
  }, [mounted, language, completion]);
}

/**
 * Completes by types with `full` in JavaScript and TypeScript, else the language's keywords; Monaco's options complete
 * the words of the text. Returns a function that ends it.
 */
async function startCompletion(
  model: editor.ITextModel,
  language: string,
  completion: Completion,
): Promise<() => void> {
  if (completion === 'full' && isTyped(language))
    try {
      const { completeByTypes } = await import('./typescript/complete-by-types.ts');
      return completeByTypes(monaco, model, language);
    } catch {
      // Without a network before its first use: words are better than nothing.
    }
  const keywords = completeKeywords(model);
  return () => keywords.dispose();
}

/** Whether a language has types, by its id. */
const isTyped = (language: string) =>
  language === 'javascript' || language === 'jsx' || language === 'typescript' || language === 'tsx';
