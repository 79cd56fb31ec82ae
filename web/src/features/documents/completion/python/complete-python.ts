import type { editor, IDisposable, IMarkdownString, IRange, languages, Position } from 'monaco-editor';
import type { Monaco } from '../monaco.ts';
import { isAfterPoint } from '../is-after-point.ts';
import { giveBackServer, takeServer } from './kept-server.ts';
import type { FilesOfEditor } from '../room-program.ts';
import type { Completion, Completions, Hover, Markup, PlaceRange, SignatureHelp } from './protocol.ts';
import type { PythonServer } from './python-server.ts';

/** Returns Monaco's signs for the protocol's kinds of names; others are words. */
const signsOf = ({ CompletionItemKind: Sign }: typeof languages): Record<number, languages.CompletionItemKind> => ({
  2: Sign.Method,
  3: Sign.Function,
  4: Sign.Constructor,
  5: Sign.Field,
  6: Sign.Variable,
  7: Sign.Class,
  8: Sign.Interface,
  9: Sign.Module,
  10: Sign.Property,
  13: Sign.Enum,
  14: Sign.Keyword,
  20: Sign.EnumMember,
  21: Sign.Constant,
  25: Sign.TypeParameter,
});

/** The line between the code and the words of a description, which is brighter than all others of the editor. */
const LINE = '\n---\n';

/** A suggestion with the worker's answer about it. */
interface Suggestion extends languages.CompletionItem {
  found: Completion;
}

/**
 * Completes the Python files of a room by their types in a worker, and shows signatures and descriptions. Until it is
 * ready, and if it fails, there are words. Returns a function that ends it. Gets Monaco, so that Monaco stays one file
 * with its editor.
 */
export function completePython(monaco: Monaco, model: editor.ITextModel, files: FilesOfEditor): () => void {
  const server = takeServer(files);
  const parts = provide(monaco, model, server);
  return () => {
    for (const part of parts) part.dispose();
    giveBackServer(files, server);
  };
}

function provide({ languages }: Monaco, model: editor.ITextModel, server: PythonServer): IDisposable[] {
  const { CompletionItemKind: Sign } = languages;
  const signs = signsOf(languages);
  const suggestionOf = (found: Completion, position: Position): Suggestion => {
    const { label, kind = 1, sortText = label, filterText = label, textEdit } = found;
    const range = textEdit ? rangeOf(textEdit.range) : wordBefore(model, position);
    // Its own text would be a whole method where one of a parent can be repeated.
    return { found, label, insertText: label, kind: signs[kind] ?? Sign.Text, sortText, filterText, range };
  };
  return [
    languages.registerCompletionItemProvider('python', {
      triggerCharacters: ['.'],
      async provideCompletionItems(of, position, _context, token) {
        if (of !== model) return null;
        // Behind a point there are no words whose list would have to wait. If a second question of Monaco or of a person
        // did not wait, its list of keywords would replace the members.
        if (isAfterPoint(model, position)) await server.started;
        if (!server.isStarted) return null;
        const found = await server.ask<Completions>('textDocument/completion', placeOf(position), token);
        if (!found || model.isDisposed()) return null;
        return {
          suggestions: found.items.map((each) => suggestionOf(each, position)),
          incomplete: found.isIncomplete,
        };
      },
      async resolveCompletionItem(item, token) {
        const { found } = item as Suggestion;
        const known = await server.request<Completion>('completionItem/resolve', found, token);
        return known?.documentation ? { ...item, documentation: markdownOf(known.documentation) } : item;
      },
    }),
    languages.registerHoverProvider('python', {
      async provideHover(of, position, token) {
        if (of !== model) return null;
        const found = await server.ask<Hover>('textDocument/hover', placeOf(position), token);
        if (!found) return null;
        return { contents: [markdownOf(found.contents)], ...(found.range && { range: rangeOf(found.range) }) };
      },
    }),
    languages.registerSignatureHelpProvider('python', {
      signatureHelpTriggerCharacters: ['(', ','],
      async provideSignatureHelp(of, position, token) {
        if (of !== model) return null;
        const found = await server.ask<SignatureHelp>('textDocument/signatureHelp', placeOf(position), token);
        return found && { value: signaturesOf(found), dispose: () => undefined };
      },
    }),
  ];
}

function signaturesOf({
  signatures,
  activeSignature = 0,
  activeParameter = 0,
}: SignatureHelp): languages.SignatureHelp {
  return {
    signatures: signatures.map(({ label, documentation, parameters = [] }) => ({
      label,
      parameters: parameters.map((each) => ({ label: each.label })),
      ...(documentation && { documentation: markdownOf(documentation) }),
    })),
    activeSignature,
    activeParameter,
  };
}

const placeOf = ({ lineNumber, column }: Position) => ({ line: lineNumber - 1, character: column - 1 });

function rangeOf({ start, end }: PlaceRange): IRange {
  return {
    startLineNumber: start.line + 1,
    startColumn: start.character + 1,
    endLineNumber: end.line + 1,
    endColumn: end.character + 1,
  };
}

function wordBefore(model: editor.ITextModel, position: Position): IRange {
  const { lineNumber, column: endColumn } = position;
  const { startColumn } = model.getWordUntilPosition(position);
  return { startLineNumber: lineNumber, startColumn, endLineNumber: lineNumber, endColumn };
}

/**
 * Returns Markdown without its images, which anyone in the room may have written, and without the line after the code.
 */
function markdownOf({ value }: Markup): IMarkdownString {
  return { value: value.replace(LINE, '\n').replaceAll('![', String.raw`!\[`) };
}
