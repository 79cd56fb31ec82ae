import { LanguageSupport } from '@codemirror/language';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { useQuery } from '@tanstack/react-query';
import { codeMirrorLanguage } from './codemirror-language.ts';
import { fileLanguage } from '../editor/languages/file-language.ts';
import { languageOf } from '../editor/languages/languages.ts';
import './colored-code.css';

interface Piece {
  text: string;
  classes: string;
}

interface ColoredCodeProps {
  code: string;
  /** The language of the room. */
  language: string;
  /** The name of the file, whose extension has its language; absent if there is one. */
  file?: string | undefined;
}

/** Code highlighted in its language; plain while the language loads or if it has none. */
export function ColoredCode({ code, language: roomLanguage, file }: ColoredCodeProps) {
  const language = file === undefined ? languageOf(roomLanguage) : fileLanguage(file, roomLanguage);
  const { data: extensions } = useQuery({
    queryKey: ['language', language.id],
    queryFn: async () => [await codeMirrorLanguage(language)].flat(),
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
