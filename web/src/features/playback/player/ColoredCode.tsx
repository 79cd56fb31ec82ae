import '../../../shared/code/lookalike.css';
import type { CodeToken } from '../replay/code-tokens.ts';

/** Renders code in the colors of the editor, without an editor: in files and in print. */
export function ColoredCode({ tokens }: { tokens: readonly CodeToken[] }) {
  return tokens.map(({ text, kind, title }, index) =>
    kind === null ? (
      text
    ) : (
      <span key={index} className={`tok-${kind}`} title={title}>
        {text}
      </span>
    ),
  );
}
