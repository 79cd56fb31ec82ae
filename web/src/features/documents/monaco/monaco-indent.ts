import type { editor } from 'monaco-editor';
import { INDENT_SAMPLE, indentationOf } from '../editor/languages/indentation.ts';
import { rangeAt } from './monaco-range.ts';

/**
 * Indents as the text or the language does; looks at the text again when a change has or removes line breaks. Returns
 * the function that ends it.
 */
export function followIndent(model: editor.ITextModel, language: string): () => void {
  const read = () => {
    const { usesTabs, size } = indentationOf(language, model.getValueInRange(rangeAt(model, 0, INDENT_SAMPLE)));
    model.updateOptions({ tabSize: size, indentSize: size, insertSpaces: !usesTabs });
  };
  read();
  const listener = model.onDidChangeContent(({ changes }) => {
    if (changes.some(changesLines)) read();
  });
  return () => listener.dispose();
}

function changesLines({ range, text }: editor.IModelContentChange): boolean {
  return text.includes('\n') || range.startLineNumber !== range.endLineNumber;
}
