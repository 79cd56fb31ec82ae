import type { Stripe } from 'stripe';
import type { PriceTerms } from './payments.ts';
import { sendOnce } from './stripe-keys.ts';

/** Returns the id of the price for a plan's terms; creates it and its product if needed. */
export async function findOrCreatePrice(stripe: Stripe, terms: PriceTerms): Promise<string> {
  const product = await ensureProduct(stripe, terms);
  const lookupKey = `cip_${terms.planSlug}_${terms.versionId}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 });
  if (data[0]) return data[0].id;
  const details: Stripe.PriceCreateParams = {
    product,
    currency: 'usd',
    unit_amount: terms.cents,
    recurring: { interval: terms.cycle === 'yearly' ? 'year' : 'month' },
    lookup_key: lookupKey,
    metadata: { plan_version_id: terms.versionId },
  };
  return (await sendOnce(`price-${terms.versionId}`, (options) => stripe.prices.create(details, options))).id;
}

// The product's name follows the plan's name, because it appears on invoices.
async function ensureProduct(stripe: Stripe, { planSlug, name }: PriceTerms): Promise<string> {
  const id = `cip_${planSlug}`;
  const { data } = await stripe.products.list({ ids: [id], limit: 1 });
  if (!data[0])
    await sendOnce(`product-${planSlug}-${name}`, (options) => stripe.products.create({ id, name }, options));
  else if (data[0].name !== name) await stripe.products.update(id, { name });
  return id;
}
