import type { Template } from '@cip/contracts/templates';
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../shared/ui/form/Field.tsx';
import { templatesQuery } from './interviews.queries.ts';
import styles from './NewInterviewDialog.module.css';

interface TemplateFieldProps {
  templateId: string;
  onChange: (template: Template | null) => void;
}

/** Renders the choice of a template, where the company has one. */
export function TemplateField({ templateId, onChange }: TemplateFieldProps) {
  const { data = [] } = useQuery(templatesQuery);
  if (data.length === 0) return null;
  return (
    <Field label="Template" help="Its questions are ready in the room, and its switches are set.">
      {(control) => (
        <select
          className={styles.select}
          value={templateId}
          onChange={({ target }) => onChange(data.find(({ id }) => id === target.value) ?? null)}
          {...control}
        >
          <option value="">None</option>
          {data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
