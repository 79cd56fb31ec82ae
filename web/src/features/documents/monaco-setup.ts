import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/editor';
import type { EditorInk } from './editor-ink.ts';
import { EDITOR_INK } from './editor-ink.ts';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/register.all';

declare global {
  interface Window {
    MonacoEnvironment?: { getWorker: () => Worker };
  }
}

window.MonacoEnvironment = { getWorker: () => new EditorWorker() };

// Without this the loader fetches Monaco from a CDN. The language services are left out: they weigh more than
// everything else together.
loader.config({ monaco: monaco });

// The comments of the built-in themes are below 4.5:1, and their SQL is red and magenta.
monaco.editor.defineTheme('dark', {
  base: 'vs-dark',
  inherit: true,
  rules: rulesOf(EDITOR_INK.dark),
  colors: {
    'editor.background': '#181815',
    'editor.foreground': '#e6e3da',
    'editorLineNumber.foreground': '#86827a',
    'editorLineNumber.activeForeground': '#d6d2c7',
    'editor.lineHighlightBackground': '#ffffff08',
    'editor.lineHighlightBorder': '#00000000',
    'editor.selectionBackground': '#3a4a8f',
    'editorCursor.foreground': '#93a3ff',
    'editorBracketHighlight.foreground1': '#c9c5ba',
    'editorBracketHighlight.foreground2': '#e8d48f',
    'editorBracketHighlight.foreground3': '#8cd3c7',
  },
});
monaco.editor.defineTheme('light', {
  base: 'vs',
  inherit: true,
  rules: rulesOf(EDITOR_INK.light),
  colors: {
    'editor.background': '#ffffff',
    'editor.foreground': '#24221c',
    'editorLineNumber.foreground': '#736f64',
    'editorLineNumber.activeForeground': '#24221c',
    'editor.lineHighlightBackground': '#00000006',
    'editor.lineHighlightBorder': '#00000000',
    'editor.selectionBackground': '#cfd6fb',
    'editorCursor.foreground': '#2c43c4',
    'editorBracketHighlight.foreground1': '#57534a',
    'editorBracketHighlight.foreground2': '#6d5200',
    'editorBracketHighlight.foreground3': '#0b6963',
  },
});

function rulesOf({ keyword, text, number, type, name, comment, operator }: EditorInk): monaco.editor.ITokenThemeRule[] {
  const inked: [ink: string, tokens: string[]][] = [
    [keyword, ['keyword', 'keyword.sql', 'tag', 'metatag']],
    [text, ['string', 'string.sql', 'regexp', 'attribute.value']],
    [number, ['number', 'constant']],
    [type, ['type', 'type.identifier', 'namespace']],
    [name, ['predefined', 'predefined.sql', 'attribute.name', 'key', 'annotation']],
    [comment, ['comment', 'comment.sql', 'comment.doc']],
    [operator, ['operator', 'operator.sql', 'delimiter']],
  ];
  return inked.flatMap(([ink, tokens]) => tokens.map((token) => ({ token, foreground: ink.slice(1) })));
}
