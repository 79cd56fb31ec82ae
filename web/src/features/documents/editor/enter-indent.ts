import { indentService, matchBrackets } from '@codemirror/language';
import type { IndentContext } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import type { Language } from './languages.ts';

const OPENS = /[([{]\s*$/;
const OPENS_UNBRACED = /[([]\s*$/;
const OPENS_NOTHING = /(?!)/;
/** Monaco's languages in which not every bracket opens a block. */
const OPENS_IN: Partial<Record<string, RegExp>> = {
  pascal: OPENS_UNBRACED,
  twig: OPENS_UNBRACED,
  mips: OPENS_NOTHING,
  xml: OPENS_NOTHING,
  yaml: OPENS_NOTHING,
};
const CLOSES = /^\s*[)\]}]/;

/** Lines after which Monaco indents, by its language, beside those that open a bracket. */
const BLOCKS: Partial<Record<string, RegExp>> = {
  python: /^\s*(?:def|class|for|if|elif|else|while|try|with|finally|except|async|match|case).*?:\s*$/,
  yaml: /:\s*$/,
};

/**
 * Has Enter indent as Monaco does: as the line before, one step more behind an opening bracket or the head of a block.
 * CodeMirror's languages have rules of their own, such as one step more within each unfinished statement of SQL.
 */
export function enterIndent({ monaco }: Pick<Language, 'monaco'>): Extension {
  const [block, opens] = [BLOCKS[monaco], OPENS_IN[monaco] ?? OPENS];
  return indentService.of((context, at) => {
    const { from } = context.state.doc.lineAt(at);
    // Only a line that is to be broken has nothing before its start.
    const isBroken = at > from || context.lineAt(at, -1).text === '';
    if (!isBroken) return indentInPlace(context, at);
    const before = context.state.sliceDoc(from, at);
    return indentOf(context, before) + (opens.test(before) || block?.test(before) ? context.unit : 0);
  });
}

/** The indent of a line that is there: that of the line with the bracket it closes, or its own. */
function indentInPlace(context: IndentContext, at: number): number {
  const { doc } = context.state;
  const line = doc.lineAt(at);
  const closing = CLOSES.exec(line.text)?.[0].length;
  const opening = closing === undefined ? undefined : matchBrackets(context.state, line.from + closing, -1)?.end;
  return indentOf(context, opening ? doc.lineAt(opening.from).text : line.text);
}

const indentOf = (context: IndentContext, line: string) =>
  context.countColumn(line, /^\s*/.exec(line)?.[0].length ?? 0);
