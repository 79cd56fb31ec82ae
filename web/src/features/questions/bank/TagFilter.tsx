import { useQuery } from '@tanstack/react-query';
import { questionTagsQuery } from '../questions.queries.ts';
import styles from './questions.module.css';

/** Tags that a page offers; the others are found by searching. */
const SHOWN = 12;

interface TagFilterProps {
  tag: string | null;
  onChange: (tag: string | null) => void;
  max?: number;
}

/** Offers the most frequent tags as filters, and the chosen one, also if no question has it any more. */
export function TagFilter({ tag, onChange, max = SHOWN }: TagFilterProps) {
  const { data = [] } = useQuery(questionTagsQuery);
  const offered: { tag: string; count?: number }[] = data.slice(0, max);
  if (tag !== null && !offered.some((one) => one.tag === tag))
    offered.push(data.find((one) => one.tag === tag) ?? { tag });
  if (offered.length === 0) return null;
  return (
    <div className={styles.tags} role="group" aria-label="Tags">
      {offered.map(({ tag: name, count }) => (
        <button
          key={name}
          type="button"
          className={styles.filter}
          aria-pressed={name === tag}
          onClick={() => onChange(name === tag ? null : name)}
        >
          {name} <span>{count}</span>
        </button>
      ))}
    </div>
  );
}
