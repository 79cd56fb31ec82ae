import type { QuestionSummary } from '@cip/contracts/questions/questions';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { listedData } from '../../../shared/api/listed-data.ts';
import { formatCount } from '../../../shared/format.ts';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { SearchField } from '../../../shared/ui/joy/SearchField.tsx';
import { Skeleton } from '../../../shared/ui/loading/Skeleton.tsx';
import { TagFilter } from '../bank/TagFilter.tsx';
import { questionsQuery } from '../questions.queries.ts';
import { OfferSection } from './OfferSection.tsx';
import styles from './questions-panel.module.css';

/** Tags that fit two lines of the panel. */
const TAGS_MAX = 6;

interface BankOffersProps {
  /** Whether the panel lists a question elsewhere. */
  isListed: (id: string) => boolean;
  rowOf: (question: QuestionSummary) => ReactNode;
}

/** Renders the company's questions with a search and their most frequent tags. */
export function BankOffers({ isListed, rowOf }: BankOffersProps) {
  const [typed, setTyped] = useState('');
  const [tag, setTag] = useState<string | null>(null);
  const search = useDeferredValue(typed.trim());
  const query = useQuery(questionsQuery({ page: 1, search, tag, isArchived: false }));
  const bank = listedData(query);
  const hasFailed = useFailure(query);
  const isFiltered = search !== '' || tag !== null;
  const left = bank ? bank.total - bank.data.length : 0;
  return (
    <>
      <div className={styles.filters}>
        <SearchField placeholder="Search questions" value={typed} onChange={setTyped} />
        <TagFilter tag={tag} onChange={setTag} max={TAGS_MAX} />
      </div>
      <OfferSection title="All questions">
        {(bank?.data ?? []).filter(({ id }) => !isListed(id)).map((one) => rowOf(one))}
      </OfferSection>
      {hasFailed && <LoadFailed query={query}>Failed to load questions</LoadFailed>}
      {!bank && !hasFailed && <Skeleton rows={4} height={56} />}
      {bank && bank.data.length === 0 && (
        <p className={styles.help}>
          {isFiltered ? 'No questions found.' : 'There are no questions yet. Write them under Questions.'}
        </p>
      )}
      {left > 0 && <p className={styles.help}>{`Search to find ${formatCount(left)} more.`}</p>}
    </>
  );
}
