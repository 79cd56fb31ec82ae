import ArrowRight from 'lucide-react/icons/arrow-right';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../shared/ui/plain/IconButton.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './first-steps.module.css';
import type { StepName } from './use-first-steps.ts';

const STEPS = {
  room: {
    title: 'Try a room with yourself',
    text: 'Start one, and join it as the candidate on your phone.',
    to: '/editor',
  },
  question: { title: 'Add a question', text: 'Take some of ours, or write your own.', to: '/questions' },
  colleague: { title: 'Invite a colleague', text: 'Candidates then see who they talk to.', to: '/interviewers' },
} as const;

interface FirstStepsProps {
  steps: readonly StepName[];
  onDismiss: (step: StepName) => void;
}

/** Renders the first steps of a new company; each can be skipped. */
export function FirstSteps({ steps, onDismiss }: FirstStepsProps) {
  const dismiss = (step: StepName, row: HTMLElement | null) => {
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    // Before its row is gone, with the focus.
    (next?.querySelector('a') ?? document.querySelector('main'))?.focus();
    onDismiss(step);
  };
  return (
    <section aria-labelledby="first-steps" className={styles.section}>
      <h2 id="first-steps">First steps</h2>
      <ul className={styles.steps}>
        {steps.map((step) => {
          const { title, text, to } = STEPS[step];
          return (
            <li key={step} className={styles.step}>
              <TextLink to={to} className={styles.link}>
                <span className={styles.title}>{title}</span>
                <span className={styles.text}>{text}</span>
                <ArrowRight className={styles.arrow} size={18} aria-hidden />
              </TextLink>
              <IconButton
                label={`Skip this step: ${title}`}
                onClick={({ currentTarget }) => dismiss(step, currentTarget.closest('li'))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
