import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { Prec } from '@codemirror/state';
import { Decoration, MatchDecorator, ViewPlugin } from '@codemirror/view';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import { SQL_BEFORE_BRACKETS, SQL_TYPES } from '../editor/languages/sql-words.ts';

/** Class of a function's name. */
export const SQL_FUNCTION_CLASS = 'cm-sql-function';

const NO_FUNCTIONS = new Set([...SQL_BEFORE_BRACKETS, ...SQL_TYPES]);
const NO_CODE = /Comment|String|Quoted/;
const mark = Decoration.mark({ class: SQL_FUNCTION_CLASS });

const calls = new MatchDecorator({
  regexp: /\b[A-Za-z_]\w*(?=\s*\()/g,
  decorate: (add, from, to, [word], { state }) => {
    if (NO_FUNCTIONS.has(word.toLowerCase()) || NO_CODE.test(syntaxTree(state).resolveInner(from, 1).name)) return;
    add(from, to, mark);
  },
});

/** Colours called names in SQL as Monaco does; CodeMirror's dialects know only some functions, as keywords. */
export const sqlFunctions: Extension = Prec.highest(
  ViewPlugin.define(
    (view: EditorView) => ({
      marks: calls.createDeco(view),
      update(update: ViewUpdate) {
        const isParsed = syntaxTree(update.startState) === syntaxTree(update.state);
        this.marks = isParsed ? calls.updateDeco(update, this.marks) : calls.createDeco(update.view);
      },
    }),
    { decorations: ({ marks }) => marks },
  ),
);
