import { memo } from 'react';
import styles from './runs.module.css';
import { stretchesOf } from './visible-text.ts';

const STYLES: ReadonlyMap<string, string | undefined> = new Map(
  ['bold', 'italic', 'underline', 'black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map((name) => [
    name,
    styles[name],
  ]),
);

const LOOKS = { out: undefined, err: styles.errorText, in: styles.typed };

interface OutputTextProps {
  text: string;
  stream: keyof typeof LOOKS;
}

/**
 * Output of one stream, or the input typed meanwhile, as text only: characters that would hide, reorder or style the
 * page become marks or are dropped.
 */
export const OutputText = memo(function OutputText({ text, stream }: OutputTextProps) {
  return (
    <span className={LOOKS[stream]}>
      {stretchesOf(text).map(({ text: part, style, isMark }, index) => (
        <span key={index} className={isMark ? styles.mark : classesOf(style)}>
          {part}
        </span>
      ))}
    </span>
  );
});

function classesOf(style: string): string | undefined {
  return style === ''
    ? undefined
    : style
        .split(' ')
        .map((name) => STYLES.get(name))
        .join(' ');
}
