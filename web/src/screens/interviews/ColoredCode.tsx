import { LanguageSupport } from '@codemirror/language';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { useQuery } from '@tanstack/react-query';
import { codeMirrorLanguage } from '../../features/documents/codemirror/codemirror-language.ts';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import './colored-code.css';

interface Piece {
  text: string;
  classes: string;
}

/** Code highlighted in its language; plain while the language loads or if it has none. */
export function ColoredCode({ code, language }: { code: string; language: string }) {
  const { data: extensions } = useQuery({
    queryKey: ['language', language],
    queryFn: async () => [await codeMirrorLanguage(languageOf(language))].flat(),
    staleTime: Infinity,
  });
  const support = extensions?.find((extension) => extension instanceof LanguageSupport);
  if (support === undefined) return code;
  return piecesOf(code, support).map(({ text, classes }, index) => (
    <span key={index} className={classes}>
      {text}
    </span>
  ));
}

/** Returns the name of a language for users. */
export const LanguageLabel = ({ language }: { language: string }) => languageOf(language).label;

function piecesOf(code: string, support: LanguageSupport): Piece[] {
  const pieces: Piece[] = [];
  const put = (text: string, classes: string) => pieces.push({ text, classes });
  highlightCode(code, support.language.parser.parse(code), classHighlighter, put, () => put('\n', ''));
  return pieces;
}
