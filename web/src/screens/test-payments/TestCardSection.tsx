import type { TestPortal } from '@cip/contracts/billing/test-payments';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import type { TestPortalSectionProps } from './TestPlanSection.tsx';
import styles from './test-payments.module.css';

/** The portal's card, which works or is declined. */
export function TestCardSection({ card, busy, onAct }: TestPortalSectionProps & Pick<TestPortal, 'card'>) {
  const works = card === 'works';
  return (
    <section className={styles.section} aria-labelledby="test-card">
      <h2 id="test-card">Card</h2>
      <p className={styles.line}>
        <strong>Test card</strong>
        <StatusChip tone={works ? 'good' : 'bad'}>{works ? 'WORKS' : 'DECLINED'}</StatusChip>
      </p>
      <div>
        {works ? (
          <Button
            busy={busy === 'use_declined_card'}
            disabled={busy !== null}
            onClick={() => onAct('use_declined_card')}
          >
            Use a card that is declined
          </Button>
        ) : (
          <Button busy={busy === 'use_working_card'} disabled={busy !== null} onClick={() => onAct('use_working_card')}>
            Use a card that works
          </Button>
        )}
      </div>
    </section>
  );
}
