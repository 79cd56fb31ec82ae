import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import styles from './card.module.css';

interface StepsProps {
  parts: { name: string; part: ReactNode }[];
  /** The part that is shown, from 0. */
  index: number;
  onIndex: (index: number) => void;
}

/** Renders parts one at a time, with buttons for the previous and the next one. */
export function Steps({ parts, index, onIndex }: StepsProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = parts[index];
  const go = (step: number) => {
    onIndex(index + step);
    place.current?.focus({ preventScroll: true });
    // The whole part, below the page's title.
    place.current?.scrollIntoView?.({ block: 'start' });
  };
  return (
    <div className={styles.card}>
      <div
        ref={place}
        tabIndex={-1}
        className={styles.step}
        aria-label={`${shown?.name}, ${index + 1} of ${parts.length}`}
        role="group"
      >
        {shown?.part}
      </div>
      <div className={styles.walk}>
        <Button look="quiet" disabled={index === 0} onClick={() => go(-1)}>
          Back
        </Button>
        <span>{`${index + 1} of ${parts.length}`}</span>
        <Button disabled={index === parts.length - 1} onClick={() => go(1)}>
          Next
        </Button>
      </div>
    </div>
  );
}
