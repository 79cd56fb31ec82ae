import type { QuestionContent } from '@cip/contracts/questions/questions';
import styles from '../form/question-editor.module.css';
import { countOf, partId, partsOf } from './question-sections.ts';
import type { PartName } from './question-sections.ts';

/** Height that the page's head covers at the top of the window (CSS pixels). */
const HEAD_PX = 88;

interface QuestionMapProps {
  draft: Pick<QuestionContent, 'starters' | 'tests'>;
  /** The part that has or had the focus. */
  current: PartName;
}

/** Lists the parts of a question; each leads there, with the focus in it. */
export function QuestionMap({ draft, current }: QuestionMapProps) {
  return (
    <nav className={styles.map} aria-label="Parts of the question">
      {partsOf(draft).map((part) => (
        <button
          key={part}
          type="button"
          {...(part === current && { 'aria-current': 'location' })}
          onClick={() => showPart(part)}
        >
          {part} {countOf(part, draft) > 0 && <span>{countOf(part, draft)}</span>}
        </button>
      ))}
    </nav>
  );
}

function showPart(part: PartName): void {
  const element = document.getElementById(partId(part));
  if (!element) return;
  window.scrollTo({ top: element.getBoundingClientRect().top + window.scrollY - HEAD_PX });
  element.querySelector<HTMLElement>('textarea, select, input, button')?.focus({ preventScroll: true });
}
