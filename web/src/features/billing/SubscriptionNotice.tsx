import type { Subscription } from '@cip/contracts/billing';
import type { ReactNode } from 'react';
import { formatDay } from '../../shared/format.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';

export interface SubscriptionNoticeProps {
  subscription: Subscription;
  /** What to do about a payment that failed. */
  mend?: ReactNode;
  /** What to do about a plan that ends. */
  keep?: ReactNode;
}

/** Says what needs somebody's attention: a payment that failed, or a plan that ends. */
export function SubscriptionNotice({ subscription, mend, keep }: SubscriptionNoticeProps) {
  const { status, past_due_until: until, renews, paid, ends_at: endsAt, next_plan: next, plan } = subscription;
  if (status !== 'active') return null;
  if (until !== null)
    return (
      <Notice tone="bad" action={mend}>
        Your last payment failed. Please put your card right by {formatDay(until)} to keep {plan.name}.
      </Notice>
    );
  if (!paid || endsAt === null) return null;
  if (next !== null)
    return (
      <Notice tone="info" action={keep}>
        {plan.name} changes to {next.name} on {formatDay(endsAt)}.
      </Notice>
    );
  if (renews) return null;
  return (
    <Notice tone="warn" action={keep}>
      {plan.name} ends on {formatDay(endsAt)}. Until then everything works as before.
    </Notice>
  );
}
