import type { Stripe } from 'stripe';
import { AppError } from '../../errors.ts';

/** A message may be this old, in seconds: an older one may be a recording of somebody who listened. */
const TOLERANCE_SECONDS = 300;

// Loaded when first needed: most nodes of most tests never hear of a payment.
const library = async () => (await import('stripe')).Stripe;

/** The event in a signed payload; any of the secrets may have signed it. Throws `bad_request`. */
export async function readSigned(payload: Buffer, signature: string, secrets: string[]): Promise<Stripe.Event> {
  const { webhooks, errors } = await library();
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(payload, signature, secret, TOLERANCE_SECONDS);
    } catch (error) {
      // The next secret may fit, while they are being exchanged.
      if (!(error instanceof errors.StripeSignatureVerificationError)) throw error;
    }
  }
  throw new AppError('bad_request', 'The signature does not fit the message.');
}

/** The header that signs a payload now. */
export async function sign(payload: string, secret: string): Promise<string> {
  return (await library()).webhooks.generateTestHeaderString({ payload, secret });
}
