import { Suspense } from 'react';
import type { ReviewParts } from '../../features/interviews/review/review-parts.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

// Lazy, because parsers are editor code, and the plain code shows before they load.
const ColoredCode = lazyPart(
  async () => (await import('../../features/documents/codemirror/ColoredCode.tsx')).ColoredCode,
  {
    fallback: ({ code }) => code,
  },
);

/** Read-only code: plain first, highlighted when its language has loaded. */
export const CodeView: ReviewParts['CodeView'] = (props) => {
  return (
    <Suspense fallback={props.code}>
      <ColoredCode {...props} />
    </Suspense>
  );
};
