import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { listedData } from '../../../shared/api/listed-data.ts';
import { useLastPage } from '../../../shared/api/use-last-page.ts';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { ButtonLink } from '../../../shared/ui/joy/ButtonLink.tsx';
import { SearchField } from '../../../shared/ui/joy/SearchField.tsx';
import { Skeleton } from '../../../shared/ui/loading/Skeleton.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { Pager } from '../../../shared/ui/Pager.tsx';
import { Tabs } from '../../../shared/ui/tabs/Tabs.tsx';
import { questionsQuery } from '../questions.queries.ts';
import { libraryQuery } from './archive.calls.ts';
import { BANK_VIEWS, type BankPlace, type BankView } from './bank-place.ts';
import { BankMenu } from './BankMenu.tsx';
import { LibraryOffer } from './LibraryOffer.tsx';
import { labelOf } from './question-parts.ts';
import type { QuestionParts } from './question-parts.ts';
import { QuestionRows } from './QuestionRows.tsx';
import styles from './questions.module.css';
import { TagFilter } from './TagFilter.tsx';
import { TemplateList } from './templates/TemplateList.tsx';

export interface QuestionsScreenProps {
  parts: QuestionParts;
  /** The place in the address, whose view is shown; the rest is where the view begins. */
  place: BankPlace;
  /** Called if the user is somewhere else: the address follows, so that the way back from a question leads there. */
  onPlace: (place: BankPlace) => void;
}

/** Renders the company's questions, its templates and the archive. */
export function QuestionsScreen({ parts, place, onPlace }: QuestionsScreenProps) {
  const { view = 'Questions' } = place;
  const { data: library } = useQuery(libraryQuery);
  // The next step is then in the page.
  const isBeside = view === 'Templates' || library?.is_offered === true;
  const choose = (chosen: BankView) => onPlace({ view: chosen === 'Questions' ? undefined : chosen });
  return (
    <Page
      title="Questions"
      lead="Written once, asked in any interview. Candidates see a question only when you show it."
      actions={
        <>
          <ButtonLink
            look={isBeside ? 'secondary' : 'primary'}
            to="/questions/$questionId"
            params={{ questionId: 'new' }}
            search
          >
            New question
          </ButtonLink>
          <BankMenu />
        </>
      }
    >
      <div className={styles.views}>
        <Tabs label="Questions and templates" names={BANK_VIEWS} chosen={view} onChoose={choose} id="questions" />
      </div>
      <section
        role="tabpanel"
        id="questions-panel"
        aria-labelledby={`questions-${view}`}
        className={styles.panel}
        key={view}
      >
        {view === 'Templates' ? (
          <TemplateList languageLabel={(id) => labelOf(parts, id)} />
        ) : (
          <QuestionList isArchived={view === 'Archive'} parts={parts} place={place} onPlace={onPlace} />
        )}
      </section>
    </Page>
  );
}

function QuestionList({ isArchived, parts, place, onPlace }: QuestionsScreenProps & { isArchived: boolean }) {
  const [page, setPage] = useState(place.page ?? 1);
  const [typed, setTyped] = useState(place.search ?? '');
  const [tag, setTag] = useState<string | null>(place.tag ?? null);
  const search = useDeferredValue(typed.trim());
  useEffect(() => {
    onPlace({
      view: isArchived ? 'Archive' : undefined,
      page: page > 1 ? page : undefined,
      search: search || undefined,
      tag: tag ?? undefined,
    });
  }, [onPlace, isArchived, page, search, tag]);
  const query = useQuery(questionsQuery({ page, search, tag, isArchived }));
  const hasFailed = useFailure(query);
  const data = listedData(query);
  const lastPage = useLastPage(query, page, setPage);
  const isFiltered = search !== '' || tag !== null;
  // Its last question was archived or deleted, so the list goes to the page before.
  const isBeyond = data?.data.length === 0 && data.total > 0;
  // There is nothing to search yet.
  const isEmpty = data?.total === 0 && !query.isPlaceholderData && !isFiltered && typed === '';
  const first = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setPage(1);
      set(value);
    };
  };
  return (
    <>
      {hasFailed && <LoadFailed query={query}>Failed to load questions</LoadFailed>}
      {!isEmpty && (
        <div className={styles.filters}>
          <SearchField placeholder="Search by title, text or tag" value={typed} onChange={first(setTyped)} />
          {(!isArchived || tag !== null) && <TagFilter tag={tag} onChange={first(setTag)} />}
        </div>
      )}
      {!hasFailed && (!data || isBeyond) && <Skeleton rows={6} height={64} />}
      {data && data.data.length > 0 && <QuestionRows questions={data.data} parts={parts} />}
      {data?.total === 0 && <NoQuestions {...{ isArchived, isFiltered }} />}
      <Pager page={page} lastPage={lastPage} onPage={setPage} />
    </>
  );
}

function NoQuestions({ isArchived, isFiltered }: { isArchived: boolean; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No questions found">Try another word or tag.</EmptyState>;
  if (isArchived)
    return (
      <EmptyState title="Nothing archived">
        A question that was shown in an interview is archived, not deleted, when you no longer ask it.
      </EmptyState>
    );
  return <NoQuestionsYet />;
}

function NoQuestionsYet() {
  const { data: library, isPending } = useQuery(libraryQuery);
  if (isPending) return null;
  if (library?.is_offered) return <LibraryOffer count={library.count} />;
  return (
    <EmptyState title="No questions yet">
      A question has a text for the candidate, a guide for interviewers, starter code and tests.
    </EmptyState>
  );
}
