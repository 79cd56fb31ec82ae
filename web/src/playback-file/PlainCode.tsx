import { useEffect, useRef } from 'react';
import type { CodePaneProps } from '../features/playback/player/player-parts.ts';
import styles from './plain-code.module.css';

/** The code of a moment without an editor: as text with the last edit, for a file. */
export function PlainCode({ text, last }: CodePaneProps) {
  const caret = useRef<HTMLElement>(null);
  useEffect(() => caret.current?.scrollIntoView({ block: 'nearest' }), [text]);
  const from = Math.min(last?.change[0] ?? text.length, text.length);
  const to = Math.min(from + (last?.change[2].length ?? 0), text.length);
  const lines = text.split('\n').length;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={styles.pane} role="region" aria-label="Code of this moment" tabIndex={0}>
      <pre className={styles.numbers} aria-hidden>
        {Array.from({ length: lines }, (_line, index) => index + 1).join('\n')}
      </pre>
      <pre className={styles.text}>
        {text.slice(0, from)}
        {last && (
          <>
            <mark style={{ background: `color-mix(in srgb, var(--caret-${last.hue}) 18%, transparent)` }}>
              {text.slice(from, to)}
            </mark>
            <i
              ref={caret}
              className={styles.caret}
              data-name={last.name}
              style={{ '--by': `var(--caret-${last.hue})` }}
              aria-hidden
            />
          </>
        )}
        {text.slice(to)}
      </pre>
    </div>
  );
}
