import { Suspense } from 'react';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

// Lazy, because the languages are editor code; in the file of the code, because both are shown together.
const Label = lazyPart(
  async () => (await import('../../features/documents/codemirror/ColoredCode.tsx')).LanguageLabel,
  {
    fallback: ({ language }) => language,
  },
);

/** The name of a language, once the languages have loaded. */
export function LanguageName({ language }: { language: string }) {
  return (
    <Suspense fallback="…">
      <Label language={language} />
    </Suspense>
  );
}
