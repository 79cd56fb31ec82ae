import { memo } from 'react';
import { drawnText } from '../output/output-blocks.ts';
import styles from './runs.module.css';
import type { Stretch } from '../output/terminal.ts';

const STYLES: ReadonlyMap<string, string | undefined> = new Map(
  ['bold', 'italic', 'underline', 'black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map((name) => [
    name,
    styles[name],
  ]),
);

const LOOKS = { out: undefined, err: styles.errorText, in: styles.typed };

/** Output as text only: characters that would hide, reorder or style the page become marks or are dropped. */
export function DrawnText({ stretches }: { stretches: readonly Stretch[] }) {
  return stretches.map((stretch, index) => (
    <span key={index} className={classesOf(stretch)}>
      {stretch.text}
    </span>
  ));
}

/** A text of one stream, as a terminal draws it. */
export const OutputText = memo(function OutputText({ text, stream }: { text: string; stream: Stretch['stream'] }) {
  return <DrawnText stretches={drawnText(stream, text)} />;
});

function classesOf({ stream, style, isMark }: Stretch): string | undefined {
  const names = isMark ? [styles.mark] : style === '' ? [] : style.split(' ').map((name) => STYLES.get(name));
  return [LOOKS[stream], ...names].filter((name) => name !== undefined).join(' ') || undefined;
}
