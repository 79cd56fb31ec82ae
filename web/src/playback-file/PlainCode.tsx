import { useEffect, useMemo, useRef } from 'react';
import { ColoredCode } from '../features/playback/player/ColoredCode.tsx';
import changed from '../features/playback/player/last-change.module.css';
import type { CodePaneProps } from '../features/playback/player/player-parts.ts';
import { codeTokens, tokensBetween } from '../features/playback/replay/code-tokens.ts';
import '../features/documents/codemirror/colored-code.css';
import { classes } from '../shared/ui/theme/classes.ts';
import styles from './plain-code.module.css';

/** The code of a moment without an editor, as text with the last edit, for a file. */
export function PlainCode({ text, language, last }: CodePaneProps) {
  const caret = useRef<HTMLElement>(null);
  useEffect(() => {
    // Returns nothing, because browsers return a promise since 2026, which React would call as the clean-up of an
    // effect.
    caret.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  const tokens = useMemo(() => codeTokens(text, language), [text, language]);
  const from = Math.min(last?.change[0] ?? text.length, text.length);
  const to = Math.min(from + (last?.change[2].length ?? 0), text.length);
  const nextLine = text.indexOf('\n', to);
  const lineEnd = nextLine < 0 ? text.length : nextLine;
  const lines = text.split('\n').length;
  const hue = last && changed[`hue${last.hue}`];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={styles.pane} role="region" aria-label="Code of this moment" tabIndex={0}>
      <pre className={styles.numbers} aria-hidden>
        {Array.from({ length: lines }, (_line, index) => index + 1).join('\n')}
      </pre>
      <pre className={styles.text}>
        <ColoredCode tokens={tokensBetween(tokens, 0, from)} />
        {last && (
          <>
            <mark className={classes(changed.added, hue)}>
              <ColoredCode tokens={tokensBetween(tokens, from, to)} />
            </mark>
            <i ref={caret} className={classes(changed.caret, hue)} aria-hidden />
          </>
        )}
        <ColoredCode tokens={tokensBetween(tokens, to, lineEnd)} />
        {/* Behind the end of the line, because it covers no text there. */}
        {last && <i className={classes(styles.name, hue)} data-name={last.name} aria-hidden />}
        <ColoredCode tokens={tokensBetween(tokens, lineEnd, text.length)} />
      </pre>
    </div>
  );
}
