import type { Template } from '@cip/contracts/questions/templates';
import { formatCountOf } from '../../../shared/format.ts';
import { templateSwitches } from '../../../shared/template-text.ts';
import { Field } from '../../../shared/ui/form/Field.tsx';
import styles from './plan.module.css';

interface TemplateFieldProps {
  /** The templates of the company. */
  templates: Template[];
  templateId: string;
  onChange: (template: Template | null) => void;
  error?: string | undefined;
}

/** Renders the choice of a template if the company has one. */
export function TemplateField({ templates, templateId, onChange, error }: TemplateFieldProps) {
  if (templates.length === 0) return null;
  const chosen = templates.find(({ id }) => id === templateId);
  return (
    <Field label="Template" error={error} help={chosen ? helpOf(chosen) : 'Its questions are ready in the room.'}>
      {(control) => (
        <select
          className={styles.select}
          value={templateId}
          onChange={({ target }) => onChange(templates.find(({ id }) => id === target.value) ?? null)}
          {...control}
        >
          <option value="">None</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Returns a description of a template. Coordinators do not read its questions. */
function helpOf(template: Template): string {
  const { length } = template.questions;
  const parts = [...(length > 0 ? [formatCountOf(length, 'question')] : []), ...templateSwitches(template)];
  return parts.length > 0 ? `With it: ${parts.join(' · ')}` : 'It changes nothing of what you set.';
}
