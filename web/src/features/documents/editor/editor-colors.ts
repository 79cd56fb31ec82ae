import type { EditorTheme } from './languages/editor-pane.ts';

/** Syntax colours of a theme; each has a contrast of at least 4.5:1 on the background. */
export interface SyntaxColors {
  keyword: string;
  text: string;
  number: string;
  type: string;
  name: string;
  comment: string;
  operator: string;
}

/** Syntax colours of the two themes, the same in both editors. */
export const SYNTAX_COLORS: Record<EditorTheme, SyntaxColors> = {
  dark: {
    keyword: '#a9b6ff',
    text: '#e3b98a',
    number: '#a7d9a0',
    type: '#8cd3c7',
    name: '#e8d48f',
    comment: '#aca79a',
    operator: '#c9c5ba',
  },
  light: {
    keyword: '#2c43c4',
    text: '#96400a',
    number: '#1b6238',
    type: '#0a655f',
    name: '#6d5200',
    comment: '#605b51',
    operator: '#57534a',
  },
};

/** Colours of the editor around the code. */
export interface SurfaceColors {
  paper: string;
  ink: string;
  /** Background of this user's selection; code is readable on it. */
  selection: string;
  lineNumber: string;
  /** Background of the cursor's line. */
  line: string;
}

/**
 * Surface colours of the two themes, the same in both editors; `editor.css` repeats paper and ink for its own rules.
 */
export const SURFACE_COLORS: Record<EditorTheme, SurfaceColors> = {
  dark: {
    paper: '#181815',
    ink: '#e6e3da',
    selection: '#2b3566',
    lineNumber: '#86827a',
    line: '#ffffff08',
  },
  light: {
    paper: '#ffffff',
    ink: '#24221c',
    selection: '#dbe0fc',
    lineNumber: '#736f64',
    line: '#00000006',
  },
};
