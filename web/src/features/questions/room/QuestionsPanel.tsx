import type { InterviewQuestion } from '@cip/contracts/questions/interview-questions';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useAction } from '../../../shared/form/use-action.ts';
import { listedData } from '../../../shared/api/listed-data.ts';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { useStore } from '../../../shared/store.ts';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { SearchField } from '../../../shared/ui/joy/SearchField.tsx';
import { Skeleton } from '../../../shared/ui/loading/Skeleton.tsx';
import { SideSheet } from '../../../shared/ui/overlay/SideSheet.tsx';
import { questionsQuery } from '../questions.queries.ts';
import { interviewQuestionsQuery } from './interview-questions.queries.ts';
import { OfferedQuestion } from './OfferedQuestion.tsx';
import { plannedQuestions } from './planned-questions.ts';
import styles from './questions-panel.module.css';
import type { ShownQuestions } from './shown-questions.ts';

interface QuestionsPanelProps {
  interviewId: string;
  shown: ShownQuestions;
  onClose: () => void;
}

interface Offer {
  id: string;
  title: string;
}

/** Offers the company's questions to an interviewer: to look at, and to show to everyone in the room. */
export function QuestionsPanel({ interviewId, shown, onClose }: QuestionsPanelProps) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const { data, refetch } = useQuery(interviewQuestionsQuery(interviewId));
  const bankQuery = useQuery(questionsQuery({ page: 1, search, tag: null, isArchived: false }));
  const bank = listedData(bankQuery);
  const hasFailed = useFailure(bankQuery);
  const state = useStore(shown.store);
  useEffect(() => void refetch(), [state, refetch]);
  const asked = data?.shown ?? [];
  const template = data?.template ?? null;
  const isNew = ({ id }: Offer) => !asked.some((copy) => copy.question_id === id);
  const planned = data ? plannedQuestions(data) : [];
  const others = bank?.data.filter((one) => isNew(one) && !planned.some(({ id }) => id === one.id)) ?? [];
  const act = useQuestionAct();
  const rowOf = ({ id, title }: Offer, copy?: InterviewQuestion) => (
    <OfferedQuestion
      key={copy?.id ?? id}
      interviewId={interviewId}
      title={title}
      questionId={id}
      copy={copy}
      isFront={copy !== undefined && copy.id === state.front}
      onShow={() => act.start(() => shown.request('question:show', { questionId: id }))}
      onFront={() => copy && act.start(() => shown.request('question:front', { id: copy.id }))}
      onHide={() => copy && act.start(() => shown.request('question:hide', { id: copy.id }))}
    />
  );
  return (
    <SideSheet title="Questions" onClose={onClose}>
      <div className={styles.panel}>
        <p className={styles.help}>Only interviewers see this. Showing a question opens it for everyone.</p>
        {asked.length > 0 && (
          <Section title="In this interview">
            {asked.map((copy) => rowOf({ id: copy.question_id ?? copy.id, title: copy.content.title }, copy))}
          </Section>
        )}
        {planned.length > 0 && <Section title={template?.name ?? ''}>{planned.map((one) => rowOf(one))}</Section>}
        <SearchField placeholder="Search questions" value={typed} onChange={setTyped} />
        <Section title="All questions">{others.map((one) => rowOf(one))}</Section>
        {hasFailed && <LoadFailed query={bankQuery}>Failed to load questions</LoadFailed>}
        {!bank && !hasFailed && <Skeleton rows={4} height={64} />}
        {bank && bank.data.length === 0 && (
          <p className={styles.help}>
            {search === '' ? 'There are no questions yet. Write them under Questions.' : 'No questions found.'}
          </p>
        )}
      </div>
    </SideSheet>
  );
}

function Section({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

type Request = () => Promise<{ ok: true } | { ok: false; error: { message: string } }>;

function useQuestionAct() {
  return useAction({
    run: async (request: Request) => {
      const ack = await request();
      if (!ack.ok) toast('bad', ack.error.message);
    },
    failure: () => 'The question could not be shown.',
    report: (outcome) => outcome && toast(outcome.tone, outcome.text),
  });
}
