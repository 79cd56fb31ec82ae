import type { Template } from '@cip/contracts/questions/templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templateSwitches } from '../../../../shared/template-text.ts';
import { formatCountOf } from '../../../../shared/format.ts';
import { useFailure } from '../../../../shared/form/use-failure.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { LoadFailed } from '../../../../shared/ui/feedback/LoadFailed.tsx';
import { ButtonLink } from '../../../../shared/ui/joy/ButtonLink.tsx';
import { Button } from '../../../../shared/ui/joy/Button.tsx';
import { Skeleton } from '../../../../shared/ui/loading/Skeleton.tsx';
import { templatesQuery } from '../../../../shared/api/templates-query.ts';
import styles from '../questions.module.css';
import { TemplateDialog } from './TemplateDialog.tsx';

interface TemplateListProps {
  /** Names a language for users. */
  languageLabel: (language: string) => string;
}

/** Lists the company's templates, with their editing. */
export function TemplateList({ languageLabel }: TemplateListProps) {
  const query = useQuery(templatesQuery);
  const hasFailed = useFailure(query);
  const [open, setOpen] = useState<Template | 'new' | null>(null);
  const { data } = query;
  const add = (
    <Button look="primary" onClick={() => setOpen('new')}>
      New template
    </Button>
  );
  return (
    <>
      {hasFailed && <LoadFailed query={query}>Failed to load templates</LoadFailed>}
      {!data && !hasFailed && <Skeleton rows={3} height={64} />}
      {data?.length === 0 && (
        <EmptyState title="No templates yet" action={add}>
          A template holds the questions of an interview in their order, and how its room is set up.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <>
          <div>{add}</div>
          <ul className={styles.rows}>
            {data.map((template) => (
              <TemplateRow key={template.id} template={template} onEdit={() => setOpen(template)} />
            ))}
          </ul>
        </>
      )}
      {open !== null && (
        <TemplateDialog
          template={open === 'new' ? null : open}
          languageLabel={languageLabel}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function TemplateRow({ template, onEdit }: { template: Template; onEdit: () => void }) {
  const { id, name } = template;
  const quiet = { size: 'sm', look: 'quiet' } as const;
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <strong>{name}</strong>
        <p>{factsOf(template).join(' · ')}</p>
      </div>
      <div className={styles.rowActions}>
        <ButtonLink to="/editor" search={{ template: id }} {...quiet} aria-label={`Start a session with ${name}`}>
          Start
        </ButtonLink>
        <ButtonLink
          to="/sessions"
          state={{ isPlanning: true, templateId: id }}
          {...quiet}
          aria-label={`Schedule a session with ${name}`}
        >
          Schedule
        </ButtonLink>
        <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      </div>
    </li>
  );
}

function factsOf(template: Template): string[] {
  const { questions, criteria } = template;
  return [
    formatCountOf(questions.length, 'question'),
    ...(criteria.length > 0 ? [formatCountOf(criteria.length, 'criterion', 'criteria')] : []),
    ...templateSwitches(template),
  ];
}
