import type { Subscription } from '@cip/contracts/billing/billing';
import type { ReactNode } from 'react';
import { formatDay } from '../../shared/format.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';

export interface SubscriptionNoticeProps {
  subscription: Subscription;
  /** Button shown with a failed payment. */
  fix?: ReactNode;
  /** Button shown with a plan that ends or changes. */
  keep?: ReactNode;
}

/** Renders a notice if a payment failed, or if the plan ends or changes. */
export function SubscriptionNotice({ subscription, fix, keep }: SubscriptionNoticeProps) {
  const { status, past_due_until: until, renews, paid, ends_at: endsAt, next_plan: next, plan } = subscription;
  if (status !== 'active') return null;
  if (until !== null)
    return (
      <Notice tone="bad" action={fix}>
        Your last payment failed. Update your card by {formatDay(until)} to keep {plan.name}.
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
