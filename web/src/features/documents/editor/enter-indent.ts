import { indentService, matchBrackets } from '@codemirror/language';
import type { IndentContext } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import type { Language } from './languages/languages.ts';

const OPENS = /[([{]\s*$/;
const OPENS_UNBRACED = /[([]\s*$/;
const OPENS_NOTHING = /(?!)/;
/** Monaco language ids in which not every bracket opens a block. */
const OPENS_IN: Partial<Record<string, RegExp>> = {
  pascal: OPENS_UNBRACED,
  twig: OPENS_UNBRACED,
  mips: OPENS_NOTHING,
  xml: OPENS_NOTHING,
  yaml: OPENS_NOTHING,
};
const CLOSES = /^\s*[)\]}]/;

/** Lines after which Monaco indents although no bracket opens, by Monaco language id. */
const BLOCKS: Partial<Record<string, RegExp>> = {
  python: /^\s*(?:def|class|for|if|elif|else|while|try|with|finally|except|async|match|case).*?:\s*$/,
  yaml: /:\s*$/,
};

/**
 * Makes Enter indent as in Monaco: like the line before, plus one step behind an opening bracket or the head of a
 * block. CodeMirror's languages have other rules, such as one more step within each unfinished SQL statement.
 */
export function enterIndent({ monaco }: Pick<Language, 'monaco'>): Extension {
  const [block, opens] = [BLOCKS[monaco], OPENS_IN[monaco] ?? OPENS];
  return indentService.of((context, at) => {
    const { from } = context.state.doc.lineAt(at);
    // Only for a line break the context has no text before the line's start.
    const isBroken = at > from || context.lineAt(at, -1).text === '';
    if (!isBroken) return indentInPlace(context, at);
    const before = context.state.sliceDoc(from, at);
    return indentOf(context, before) + (opens.test(before) || block?.test(before) ? context.unit : 0);
  });
}

/** Returns the indent of an existing line: that of the line with the bracket it closes, or its own. */
function indentInPlace(context: IndentContext, at: number): number {
  const { doc } = context.state;
  const line = doc.lineAt(at);
  const closing = CLOSES.exec(line.text)?.[0].length;
  const opening = closing === undefined ? undefined : matchBrackets(context.state, line.from + closing, -1)?.end;
  return indentOf(context, opening ? doc.lineAt(opening.from).text : line.text);
}

const indentOf = (context: IndentContext, line: string) =>
  context.countColumn(line, /^\s*/.exec(line)?.[0].length ?? 0);
