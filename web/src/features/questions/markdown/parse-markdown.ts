import { Lexer } from 'marked';
import type { Token } from 'marked';

/** Longest paragraph with bold, code and links, because their parsing takes time with the square of the length. */
const INLINE_MAX = 2_000;
/** Quotes and lists within each other on one line; deeper ones are shown as plain text. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[*+-](?=[ \t]))){9}/m;

/** Returns the blocks of a Markdown text, or null if it is nested too deeply to be parsed. */
export function parseMarkdown(text: string): Token[] | null {
  if (TOO_DEEP.test(text)) return null;
  const lexer = new Lexer({ gfm: true });
  lexer.blockTokens(text.replaceAll('\r\n', '\n'), lexer.tokens);
  for (const { src, tokens } of lexer.inlineQueue) if (src.length <= INLINE_MAX) lexer.inlineTokens(src, tokens);
  return lexer.tokens;
}
