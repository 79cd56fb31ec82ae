import type { editor } from 'monaco-editor';
import { INDENT_SAMPLE, indentSize } from '../editor/languages/indent-size.ts';
import { rangeAt } from './monaco-range.ts';

/**
 * Indents as the language or the text does; looks at the text again when it gets or loses lines. Returns the function
 * that ends it.
 */
export function followIndent(model: editor.ITextModel, language: string): () => void {
  let lines = 0;
  const measure = () => {
    if (model.getLineCount() === lines) return;
    lines = model.getLineCount();
    const size = indentSize(language, model.getValueInRange(rangeAt(model, 0, INDENT_SAMPLE)));
    model.updateOptions({ tabSize: size, indentSize: size, insertSpaces: true });
  };
  measure();
  const listener = model.onDidChangeContent(measure);
  return () => listener.dispose();
}
