import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import { testPayments } from './features/test-payments/test-payments.service.ts';
import type { Payments } from './platform/payments/payments.ts';
import { stripePayments } from './platform/payments/stripe.ts';

/** Opens the payment provider: Stripe if configured, else test payments outside production, else none. */
export function openPayments(config: Config, db: Database): Payments | null {
  const { stripeSecretKey: secretKey, stripeWebhookSecrets: webhookSecrets, stripeApi: api } = config;
  if (secretKey !== null) return stripePayments({ secretKey, webhookSecrets, api });
  return config.production ? null : testPayments(db);
}
