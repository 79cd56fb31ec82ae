import type { Stripe } from 'stripe';
import { AppError } from '../../errors.ts';

/** Maximum age of a webhook (s), against replays. */
const TOLERANCE_SECONDS = 300;

// Loaded on first use, because most nodes in tests receive no webhook.
const library = async () => (await import('stripe')).Stripe;

/** Verifies a signed payload with any of the secrets and returns its event. Throws `bad_request`. */
export async function readSigned(payload: Buffer, signature: string, secrets: string[]): Promise<Stripe.Event> {
  const { webhooks, errors } = await library();
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(payload, signature, secret, TOLERANCE_SECONDS);
    } catch (error) {
      // While secrets are rotated, the next one may match.
      if (!(error instanceof errors.StripeSignatureVerificationError)) throw error;
    }
  }
  throw new AppError('bad_request', 'The signature does not match the payload.');
}

/** Returns the signature header of a payload, for tests and test payments. */
export async function sign(payload: string, secret: string): Promise<string> {
  return (await library()).webhooks.generateTestHeaderString({ payload, secret });
}
