import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/editor';
import type { SurfaceColors, SyntaxColors } from '../editor/editor-colors.ts';
import { SURFACE_COLORS, SYNTAX_COLORS } from '../editor/editor-colors.ts';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/register.all';
import './monaco-composition.ts';
import './monaco-empty-lines.ts';
import { tokenRules } from './monaco-colors.ts';
import { registerPython } from './monaco-python.ts';
import { registerSql } from './monaco-sql.ts';

declare global {
  interface Window {
    MonacoEnvironment?: { getWorker: () => Worker };
  }
}

window.MonacoEnvironment = { getWorker: () => new EditorWorker() };

// Without this the loader fetches Monaco from a CDN. Language services are left out, because they are larger than the
// rest of Monaco.
loader.config({ monaco: monaco });
registerSql();
registerPython();

// Comments in the built-in themes have a contrast below 4.5:1, and their SQL is red and magenta.
monaco.editor.defineTheme('dark', {
  base: 'vs-dark',
  inherit: true,
  rules: tokenRules(SYNTAX_COLORS.dark),
  colors: colorsOf(SURFACE_COLORS.dark, SYNTAX_COLORS.dark),
});
monaco.editor.defineTheme('light', {
  base: 'vs',
  inherit: true,
  rules: tokenRules(SYNTAX_COLORS.light),
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
    // Search, menus and other widgets, in the colours of the page's controls.
    focusBorder: ink.keyword,
    'editorWidget.background': ground.paper,
    'editorWidget.foreground': ground.ink,
    'editorWidget.border': ground.lineNumber,
    // The edge that resizes the search looks like a stray line.
    'editorWidget.resizeBorder': '#00000000',
    'widget.shadow': '#00000040',
    'widget.border': ground.lineNumber,
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
    'editor.findRangeHighlightBackground': ground.line,
    'editor.rangeHighlightBackground': ground.line,
    'editor.wordHighlightBackground': '#00000000',
    'editor.wordHighlightBorder': ground.lineNumber,
    'editor.wordHighlightTextBackground': '#00000000',
    'editor.wordHighlightTextBorder': ground.lineNumber,
    'toolbar.hoverBackground': ground.selection,
    'menu.background': ground.paper,
    'menu.foreground': ground.ink,
    'menu.border': ground.lineNumber,
    'menu.selectionBackground': ground.selection,
    'menu.selectionForeground': ground.ink,
    'menu.separatorBackground': `${ground.lineNumber}47`,
    'quickInput.background': ground.paper,
    'quickInput.foreground': ground.ink,
    'quickInputList.focusBackground': ground.selection,
    'quickInputList.focusForeground': ground.ink,
    'list.hoverBackground': ground.line,
    'list.highlightForeground': ink.keyword,
    'list.focusHighlightForeground': ink.keyword,
    'keybindingLabel.background': '#00000000',
    'keybindingLabel.foreground': ground.ink,
    'keybindingLabel.border': ground.lineNumber,
    'keybindingLabel.bottomBorder': ground.lineNumber,
    'editorBracketHighlight.foreground1': ink.operator,
    'editorBracketHighlight.foreground2': ink.name,
    'editorBracketHighlight.foreground3': ink.type,
  };
}
