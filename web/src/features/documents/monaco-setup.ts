import { loader } from '@monaco-editor/react';
import type * as fullMonaco from 'monaco-editor';
import * as monaco from 'monaco-editor/editor';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/register.all';

declare global {
  interface Window {
    MonacoEnvironment?: { getWorker: () => Worker };
  }
}

window.MonacoEnvironment = { getWorker: () => new EditorWorker() };

// Without this the loader fetches Monaco from a CDN. Its type is that of all of Monaco; the language services are
// left out here: they weigh more than everything else together.
loader.config({ monaco: monaco as unknown as typeof fullMonaco });

// The comments of the built-in themes are below 4.5:1.
monaco.editor.defineTheme('dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [
    { token: 'comment', foreground: '9a958a' },
    { token: 'comment.sql', foreground: '9a958a' },
  ],
  colors: {
    'editor.background': '#181815',
    'editor.foreground': '#e6e3da',
    'editorLineNumber.foreground': '#86827a',
    'editorLineNumber.activeForeground': '#d6d2c7',
    'editor.lineHighlightBackground': '#ffffff08',
    'editor.lineHighlightBorder': '#00000000',
    'editor.selectionBackground': '#3a4a8f',
    'editorCursor.foreground': '#93a3ff',
  },
});
monaco.editor.defineTheme('light', {
  base: 'vs',
  inherit: true,
  rules: [
    { token: 'comment', foreground: '676257' },
    { token: 'comment.sql', foreground: '676257' },
  ],
  colors: {
    'editor.background': '#ffffff',
    'editor.foreground': '#24221c',
    'editorLineNumber.foreground': '#736f64',
    'editorLineNumber.activeForeground': '#24221c',
    'editor.lineHighlightBackground': '#00000006',
    'editor.lineHighlightBorder': '#00000000',
    'editor.selectionBackground': '#cfd6fb',
    'editorCursor.foreground': '#2c43c4',
  },
});
