import { Suspense } from 'react';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

// Parsers are editor code: they come when somebody looks at code, and the code is there before them.
const ColoredCode = lazyPart(async () => (await import('./ColoredCode.tsx')).ColoredCode, {
  fallback: ({ code }) => code,
});

/** Code to read: plain at once, in colours when its language has arrived. */
export function CodeView({ code, language }: { code: string; language: string }) {
  return (
    <Suspense fallback={code}>
      <ColoredCode code={code} language={language} />
    </Suspense>
  );
}
