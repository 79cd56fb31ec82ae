import type { Question } from '@cip/contracts/questions/questions';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../../shared/api/api-error.ts';
import { useFailure } from '../../../../shared/form/use-failure.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { LoadFailed } from '../../../../shared/ui/feedback/LoadFailed.tsx';
import { ButtonLink } from '../../../../shared/ui/joy/ButtonLink.tsx';
import { Skeleton } from '../../../../shared/ui/loading/Skeleton.tsx';
import { Page } from '../../../../shared/ui/Page.tsx';
import { questionQuery } from '../../questions.queries.ts';
import type { QuestionParts } from '../question-parts.ts';
import { QuestionForm } from './QuestionForm.tsx';

const BACK = { label: 'Back to questions', to: '/questions', search: true } as const;

interface FormOfAddress {
  /** The question that the form began with, or `new`. */
  id: string;
  address: string;
  /** The question that a form for a new one has stored. */
  created: string | null;
  count: number;
}

/** Renders the editor of a question, or of a new one. */
export function QuestionScreen({ id, parts }: { id: string; parts: QuestionParts }) {
  const navigate = useNavigate();
  // The form of a new question stays when its question is stored and gets an address, with the solution and with text
  // that is typed meanwhile.
  const [form, setForm] = useState<FormOfAddress>({ id, address: id, created: null, count: 0 });
  if (id !== form.address)
    setForm(id === form.created ? { ...form, address: id } : { id, address: id, created: null, count: form.count + 1 });
  if (form.id !== 'new') return <StoredQuestion key={form.id} id={form.id} parts={parts} />;
  const onCreated = (created: string) => {
    setForm({ ...form, created });
    void navigate({
      to: '/questions/$questionId',
      params: { questionId: created },
      search: true,
      replace: true,
      ignoreBlocker: true,
      // The form stays, and so does its place.
      resetScroll: false,
    });
  };
  return <QuestionForm key={form.count} question={null} parts={parts} back={BACK} onCreated={onCreated} />;
}

function StoredQuestion({ id, parts }: { id: string; parts: QuestionParts }) {
  const query = useQuery(questionQuery(id));
  const hasFailed = useFailure(query);
  const { data, error } = query;
  // Until something is typed, a newer version starts the form again, because the first one may be an outdated one of
  // the cache.
  const [held, setHeld] = useState<number | null>(null);
  if (data)
    return (
      <QuestionForm
        key={held ?? data.version}
        question={data satisfies Question}
        parts={parts}
        back={BACK}
        onTyped={() => setHeld(held ?? data.version)}
      />
    );
  const isUnknown = error instanceof ApiError && ['not_found', 'invalid'].includes(error.code);
  return (
    <Page title="Question" back={BACK}>
      {isUnknown ? (
        <EmptyState title="No such question" action={<ButtonLink to="/questions">All questions</ButtonLink>}>
          It was deleted, or the address is not right.
        </EmptyState>
      ) : hasFailed ? (
        <LoadFailed query={query}>Failed to load the question</LoadFailed>
      ) : (
        <Skeleton rows={6} height={64} />
      )}
    </Page>
  );
}
