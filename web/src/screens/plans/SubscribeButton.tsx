import type { Plan, Subscription } from '@cip/contracts/billing/billing';
import { formatDay } from '../../shared/format.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';

export interface SubscribeButtonProps {
  plan: Plan;
  subscription: Subscription | null;
  /** The plan that was chosen before the registration, if any. */
  chosen: string | null;
  busy: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** Subscribes to a plan; disabled on the current and the next plan, which it names. */
export function SubscribeButton({ plan, subscription, chosen, busy, disabled, onClick }: SubscribeButtonProps) {
  const active = subscription?.status === 'active' ? subscription : null;
  const follows = active?.next_plan?.id === plan.id && active.ends_at !== null ? formatDay(active.ends_at) : null;
  const mark = active?.plan.id === plan.id ? 'Current plan' : follows === null ? null : `Starts ${follows}`;
  if (mark !== null) {
    return (
      <Button fullWidth size="lg" disabled aria-describedby={`plan-${plan.id}`}>
        {mark}
      </Button>
    );
  }
  // The plan of the landing page; else a company without a plan starts free, in one click, and others look for more.
  const usual = subscription === null ? plan.price === 0 : plan.name === 'Professional';
  const isNext = chosen === null ? usual : chosen === plan.id;
  return (
    <Button
      look={isNext ? 'primary' : 'secondary'}
      fullWidth
      size="lg"
      busy={busy}
      busyText="Subscribing..."
      disabled={disabled}
      aria-describedby={`plan-${plan.id}`}
      onClick={onClick}
    >
      Subscribe
    </Button>
  );
}
