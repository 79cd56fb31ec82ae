import type { editor, IDisposable, IMarkdownString, languages, Position } from 'monaco-editor';
import type { Monaco } from '../monaco.ts';
import type { Completion, Description, TypeAnswers } from './answers.ts';

/** Resolves to the worker once it knows the text of the model and the types of its packages. */
export type AskTypes = () => Promise<TypeAnswers>;

/** A suggestion that knows where its name was asked for. */
interface Suggestion extends languages.CompletionItem {
  at: number;
}

/** Returns Monaco's signs for TypeScript's words; others are properties. */
const signsOf = ({ CompletionItemKind: Sign }: typeof languages): Record<string, languages.CompletionItemKind> => ({
  keyword: Sign.Keyword,
  'primitive type': Sign.Keyword,
  var: Sign.Variable,
  'local var': Sign.Variable,
  let: Sign.Variable,
  const: Sign.Constant,
  parameter: Sign.Variable,
  function: Sign.Function,
  'local function': Sign.Function,
  method: Sign.Method,
  getter: Sign.Field,
  setter: Sign.Field,
  class: Sign.Class,
  interface: Sign.Interface,
  type: Sign.Interface,
  enum: Sign.Enum,
  module: Sign.Module,
  alias: Sign.Module,
  // A word of the text whose type is not known.
  warning: Sign.Text,
});

/** Registers completion, hover and signatures of one model. */
export function provideTypes({ languages }: Monaco, model: editor.ITextModel, ask: AskTypes): IDisposable[] {
  const language = model.getLanguageId();
  const uri = model.uri.toString();
  const signs = signsOf(languages);
  /** Asks about a place of the model; null for other models. */
  async function about<T>(of: editor.ITextModel, work: (answers: TypeAnswers) => Promise<T>): Promise<T | null> {
    if (of !== model) return null;
    const answer = await work(await ask());
    return model.isDisposed() ? null : answer;
  }
  const suggestionOf = (
    { name, kind, sortText, isDeprecated }: Completion,
    position: Position,
    at: number,
  ): Suggestion => {
    const { startColumn } = model.getWordUntilPosition(position);
    const { lineNumber, column: endColumn } = position;
    return {
      at,
      label: name,
      insertText: name,
      sortText,
      kind: signs[kind] ?? languages.CompletionItemKind.Property,
      range: { startLineNumber: lineNumber, startColumn, endLineNumber: lineNumber, endColumn },
      tags: isDeprecated ? [languages.CompletionItemTag.Deprecated] : [],
    };
  };
  return [
    languages.registerCompletionItemProvider(language, {
      triggerCharacters: ['.'],
      async provideCompletionItems(of, position) {
        const at = of.getOffsetAt(position);
        const found = await about(of, (answers) => answers.completionsAt(uri, at));
        return { suggestions: (found ?? []).map((each) => suggestionOf(each, position, at)) };
      },
      async resolveCompletionItem(item) {
        const { at, insertText } = item as Suggestion;
        const found = await about(model, (answers) => answers.describe(uri, at, insertText));
        return found ? { ...item, detail: found.code, documentation: markdownOf(found.text) } : item;
      },
    }),
    languages.registerHoverProvider(language, {
      async provideHover(of, position) {
        const found = await about(of, (answers) => answers.hoverAt(uri, of.getOffsetAt(position)));
        return found && { range: rangeOf(of, found.start, found.end), contents: described(found) };
      },
    }),
    languages.registerSignatureHelpProvider(language, {
      signatureHelpTriggerCharacters: ['(', ','],
      async provideSignatureHelp(of, position) {
        const found = await about(of, (answers) => answers.signaturesAt(uri, of.getOffsetAt(position)));
        if (!found) return null;
        const signatures = found.signatures.map(({ code, text, parameters }) => ({
          label: code,
          documentation: markdownOf(text),
          parameters: parameters.map((each) => ({ label: each.label, documentation: markdownOf(each.text) })),
        }));
        const value = { signatures, activeSignature: found.chosen, activeParameter: found.parameter };
        return { value, dispose: () => undefined };
      },
    }),
  ];
}

function described({ code, text }: Description): IMarkdownString[] {
  return [{ value: `\`\`\`typescript\n${code}\n\`\`\`` }, ...(text === '' ? [] : [markdownOf(text)])];
}

/** Returns a comment as Markdown without its images, which anyone in the room may have written. */
function markdownOf(text: string): IMarkdownString {
  return { value: text.replaceAll('![', String.raw`!\[`) };
}

/** Returns the range between two indexes of a model's text. */
export function rangeOf(model: editor.ITextModel, start: number, end: number) {
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}
