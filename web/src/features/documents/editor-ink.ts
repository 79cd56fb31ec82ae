import type { EditorTheme } from './editor-pane.ts';

/** What kinds of words look like; each at least 4.5:1 on its theme's paper. */
export interface EditorInk {
  keyword: string;
  text: string;
  number: string;
  type: string;
  name: string;
  comment: string;
  operator: string;
}

/** The colours of code in the editor's two themes, the same in both editors. */
export const EDITOR_INK: Record<EditorTheme, EditorInk> = {
  dark: {
    keyword: '#a9b6ff',
    text: '#e3b98a',
    number: '#a7d9a0',
    type: '#8cd3c7',
    name: '#e8d48f',
    comment: '#9a958a',
    operator: '#c9c5ba',
  },
  light: {
    keyword: '#2c43c4',
    text: '#96400a',
    number: '#1b6238',
    type: '#0b6963',
    name: '#6d5200',
    comment: '#676257',
    operator: '#57534a',
  },
};
