import type { Stripe } from 'stripe';
import type { PricedTerms } from './payments.ts';

/** The identifier of a price for a plan's terms, found by the terms or made with its product. */
export async function findOrMakePrice(stripe: Stripe, terms: PricedTerms): Promise<string> {
  const product = await keepProduct(stripe, terms);
  const lookupKey = `cip_${terms.planSlug}_${terms.versionId}`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 });
  if (data[0]) return data[0].id;
  const price = await stripe.prices.create(
    {
      product,
      currency: 'usd',
      unit_amount: terms.cents,
      recurring: { interval: terms.cycle === 'yearly' ? 'year' : 'month' },
      lookup_key: lookupKey,
      metadata: { plan_version_id: terms.versionId },
    },
    { idempotencyKey: `price-${terms.versionId}` },
  );
  return price.id;
}

// The product carries the plan's name on invoices; a renamed plan renames it.
async function keepProduct(stripe: Stripe, { planSlug, name }: PricedTerms): Promise<string> {
  const id = `cip_${planSlug}`;
  const { data } = await stripe.products.list({ ids: [id], limit: 1 });
  if (!data[0]) await stripe.products.create({ id, name }, { idempotencyKey: `product-${planSlug}-${name}` });
  else if (data[0].name !== name) await stripe.products.update(id, { name });
  return id;
}
