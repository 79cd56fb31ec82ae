import type { editor } from 'monaco-editor';
import { indentSize } from '../editor/languages/indent-size.ts';

/**
 * Indents as the language or the text does; looks at the text again when it gets or loses lines. Returns the function
 * that ends it.
 */
export function followIndent(model: editor.ITextModel, language: string): () => void {
  let lines = 0;
  const measure = () => {
    if (model.getLineCount() === lines) return;
    lines = model.getLineCount();
    const size = indentSize(language, model.getValue());
    model.updateOptions({ tabSize: size, indentSize: size, insertSpaces: true });
  };
  measure();
  const listener = model.onDidChangeContent(measure);
  return () => listener.dispose();
}
