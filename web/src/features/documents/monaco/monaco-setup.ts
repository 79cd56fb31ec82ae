import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/editor';
import type { SurfaceColors, SyntaxColors } from '../editor/editor-colors.ts';
import { SURFACE_COLORS, SYNTAX_COLORS } from '../editor/editor-colors.ts';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/register.all';
import './monaco-composition.ts';
import './monaco-empty-lines.ts';
import { registerSql } from './monaco-sql.ts';

declare global {
  interface Window {
    MonacoEnvironment?: { getWorker: () => Worker };
  }
}

window.MonacoEnvironment = { getWorker: () => new EditorWorker() };

// Without this the loader fetches Monaco from a CDN. Language services are left out: they are larger than the rest of
// Monaco.
loader.config({ monaco: monaco });
registerSql();

// Comments in the built-in themes have a contrast below 4.5:1, and their SQL is red and magenta.
monaco.editor.defineTheme('dark', {
  base: 'vs-dark',
  inherit: true,
  rules: rulesOf(SYNTAX_COLORS.dark),
  colors: colorsOf(SURFACE_COLORS.dark, SYNTAX_COLORS.dark),
});
monaco.editor.defineTheme('light', {
  base: 'vs',
  inherit: true,
  rules: rulesOf(SYNTAX_COLORS.light),
  colors: colorsOf(SURFACE_COLORS.light, SYNTAX_COLORS.light),
});

function colorsOf(ground: SurfaceColors, ink: SyntaxColors): monaco.editor.IColors {
  return {
    'editor.background': ground.paper,
    'editor.foreground': ground.ink,
    'editorLineNumber.foreground': ground.lineNumber,
    'editorLineNumber.activeForeground': ground.ink,
    'editor.lineHighlightBackground': ground.line,
    'editor.lineHighlightBorder': '#00000000',
    'editor.selectionBackground': ground.selection,
    'editorCursor.foreground': ground.ink,
    // The search and other widgets, in the colours of the page's controls.
    focusBorder: ink.keyword,
    'editorWidget.background': ground.paper,
    'editorWidget.foreground': ground.ink,
    'editorWidget.border': ground.lineNumber,
    'widget.shadow': '#00000040',
    'input.background': ground.paper,
    'input.foreground': ground.ink,
    'input.border': ground.lineNumber,
    'input.placeholderForeground': ground.lineNumber,
    'inputOption.activeBackground': ground.selection,
    'inputOption.activeForeground': ground.ink,
    'inputOption.activeBorder': ink.keyword,
    'editor.findMatchBackground': ground.selection,
    'editor.findMatchBorder': ink.name,
    'editor.findMatchHighlightBackground': '#00000000',
    'editor.findMatchHighlightBorder': ink.name,
    'editorBracketHighlight.foreground1': ink.operator,
    'editorBracketHighlight.foreground2': ink.name,
    'editorBracketHighlight.foreground3': ink.type,
  };
}

function rulesOf({
  keyword,
  text,
  number,
  type,
  name,
  comment,
  operator,
}: SyntaxColors): monaco.editor.ITokenThemeRule[] {
  const colored: [color: string, tokens: string[]][] = [
    [keyword, ['keyword', 'keyword.sql', 'tag', 'metatag']],
    [text, ['string', 'string.sql', 'regexp', 'attribute.value']],
    [number, ['number', 'constant']],
    [type, ['type', 'type.identifier', 'namespace']],
    [name, ['predefined', 'predefined.sql', 'attribute.name', 'key', 'annotation']],
    [comment, ['comment', 'comment.sql', 'comment.doc']],
    [operator, ['operator', 'operator.sql', 'delimiter']],
  ];
  return colored.flatMap(([color, tokens]) => tokens.map((token) => ({ token, foreground: color.slice(1) })));
}
