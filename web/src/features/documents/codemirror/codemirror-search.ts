import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { EditorView } from '@codemirror/view';

/** Labels of the search panel in sentence case; CodeMirror's own are lower case. */
const PHRASES = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regex',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
};

/** Find and replace, with its keys. */
export const findAndReplace: Extension = [
  search({ top: true }),
  EditorState.phrases.of(PHRASES),
  keymap.of(searchKeymap),
];

/** Opens find and replace, also in an editor that has not loaded it yet. */
export function openFind(view: EditorView): void {
  openSearchPanel(view);
}
