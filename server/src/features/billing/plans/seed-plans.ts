import type { SeedPlan } from './plans.repository.ts';

const ALL_FEATURES = { recording_enabled: true, analytics_enabled: true };

/** The plans the product starts with; money in cents. */
export const SEED_PLANS: SeedPlan[] = [
  {
    slug: 'starter',
    position: 1,
    name: 'Starter',
    description: 'For teams that are trying out live interviews.',
    price_cents: 0,
    billing_cycle: 'monthly',
    max_concurrent_sessions: 1,
    max_interviewers: 2,
    max_interviews_per_month: 20,
    recording_enabled: false,
    analytics_enabled: false,
    features: { popular: false },
  },
  {
    slug: 'professional',
    position: 2,
    name: 'Professional',
    description: 'For teams that interview every week.',
    price_cents: 4_900,
    billing_cycle: 'monthly',
    max_concurrent_sessions: 5,
    max_interviewers: 10,
    max_interviews_per_month: 200,
    ...ALL_FEATURES,
    features: { popular: true },
  },
  {
    slug: 'enterprise',
    position: 3,
    name: 'Enterprise',
    description: 'For hiring at scale, billed once a year.',
    price_cents: 199_000,
    billing_cycle: 'yearly',
    max_concurrent_sessions: 50,
    max_interviewers: 100,
    max_interviews_per_month: 2_000,
    ...ALL_FEATURES,
    features: { popular: false },
  },
];
