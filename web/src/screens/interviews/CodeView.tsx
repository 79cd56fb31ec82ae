import { Suspense } from 'react';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

// Lazy, because parsers are editor code, and the plain code shows before they load.
const ColoredCode = lazyPart(async () => (await import('./ColoredCode.tsx')).ColoredCode, {
  fallback: ({ code }) => code,
});

/** Read-only code: plain first, highlighted when its language has loaded. */
export function CodeView({ code, language }: { code: string; language: string }) {
  return (
    <Suspense fallback={code}>
      <ColoredCode code={code} language={language} />
    </Suspense>
  );
}
