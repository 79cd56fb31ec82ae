import type { InterviewQuestion } from '@cip/contracts/questions/interview-questions';
import type { QuestionSummary } from '@cip/contracts/questions/questions';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAction } from '../../../shared/form/use-action.ts';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { useStore } from '../../../shared/store.ts';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { toast, toastRefusal } from '../../../shared/ui/feedback/toast-store.ts';
import type { Answer } from '../../../shared/ui/feedback/toast-store.ts';
import { SideSheet } from '../../../shared/ui/overlay/SideSheet.tsx';
import { questionFacts } from '../question-facts.ts';
import { BankOffers } from './BankOffers.tsx';
import { interviewQuestionsQuery } from './interview-questions.queries.ts';
import { OfferedQuestion } from './OfferedQuestion.tsx';
import { OfferSection } from './OfferSection.tsx';
import { plannedQuestions } from './planned-questions.ts';
import styles from './questions-panel.module.css';
import type { ShownQuestions, ShownState } from './shown-questions.ts';

interface QuestionsPanelProps {
  interviewId: string;
  shown: ShownQuestions;
  /** Names a language for users. */
  labelOf: (language: string) => string;
  onClose: () => void;
}

/** A question of the template or of the bank. */
type Unshown = Pick<QuestionSummary, 'id' | 'title' | 'languages' | 'test_count' | 'minutes'>;

interface Offer {
  id: string;
  title: string;
  facts: string;
  copy?: InterviewQuestion;
}

/** Offers the company's questions to an interviewer: to look at, and to show to everyone in the room. */
export function QuestionsPanel({ interviewId, shown, labelOf, onClose }: QuestionsPanelProps) {
  // One at a time, so that the list stays short and has one button to show a question.
  const [open, setOpen] = useState<string | null>(null);
  const query = useQuery(interviewQuestionsQuery(interviewId));
  const { data, refetch } = query;
  const hasFailed = useFailure(query);
  const state = useStore(shown.store);
  useEffect(() => void refetch(), [state, refetch]);
  const act = useQuestionAct();
  const unshown = (one: Unshown): Offer => ({ id: one.id, title: one.title, facts: questionFacts(one, labelOf) });
  const asked: Offer[] = (data?.shown ?? []).map((copy) => ({
    id: copy.question_id ?? copy.id,
    title: copy.content.title,
    facts: questionFacts(knownOf(copy, state), labelOf),
    copy,
  }));
  const planned = data ? plannedQuestions(data).map(unshown) : [];
  const rowOf = ({ id, copy, ...about }: Offer) => (
    <OfferedQuestion
      key={id}
      {...{ interviewId, copy, ...about }}
      questionId={id}
      isFront={copy !== undefined && copy.id === state.front}
      isOpen={id === open}
      onToggle={() => setOpen(id === open ? null : id)}
      onShow={() => act.start(() => shown.request('question:show', { questionId: id }))}
      onFront={() => copy && act.start(() => shown.request('question:front', { id: copy.id }))}
      onHide={() => copy && act.start(() => shown.request('question:hide', { id: copy.id }))}
    />
  );
  return (
    <SideSheet title="Questions" onClose={onClose}>
      <div className={styles.panel}>
        <p className={styles.help}>Only interviewers see this. Showing a question opens it for everyone.</p>
        {hasFailed && <LoadFailed query={query}>Failed to load the questions of this interview</LoadFailed>}
        <OfferSection title="In this interview">{asked.map(rowOf)}</OfferSection>
        <OfferSection title={data?.template?.name ?? ''}>{planned.map(rowOf)}</OfferSection>
        <BankOffers
          isListed={(id) => [...asked, ...planned].some((one) => one.id === id)}
          rowOf={(one) => rowOf(unshown(one))}
        />
      </div>
    </SideSheet>
  );
}

/** Returns what is known of a shown question: the room has the languages, as long as it is not hidden. */
function knownOf({ id, content, is_whole: isWhole }: InterviewQuestion, { questions }: ShownState) {
  const starters = questions.find((one) => one.id === id)?.starters;
  return {
    languages: starters?.map(({ language }) => language) ?? null,
    test_count: isWhole === false ? null : content.tests.length,
    minutes: content.minutes,
  };
}

function useQuestionAct() {
  return useAction({
    run: (request: () => Promise<Answer>) => toastRefusal(request()),
    failure: () => 'The question could not be shown.',
    report: (outcome) => outcome && toast(outcome.tone, outcome.text),
  });
}
