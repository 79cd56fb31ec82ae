import { Type } from 'typebox';
import { Closed, Line, Moment, Nullable, OneOf } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';

// Stands in for the payment provider's pages on servers without a provider. No money moves.

const TestCheckoutParams = Closed({ id: Type.String({ pattern: '^[a-z0-9_]{8,64}$', maxLength: 64 }) });
const Price = {
  plan: Line(80),
  price: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  billing_cycle: OneOf(['monthly', 'yearly'] as const),
};

/** A checkout for its page. */
export const TestCheckout = Closed({
  ...Price,
  status: OneOf(['open', 'complete', 'expired'] as const),
  success_url: Line(2000),
  cancel_url: Line(2000),
});
export type TestCheckout = Type.Static<typeof TestCheckout>;

export const getTestCheckout = endpoint({
  method: 'GET',
  url: '/test-payments/checkouts/:id',
  access: 'owner',
  tag: 'Plans',
  summary: 'A checkout of the test payments',
  params: TestCheckoutParams,
  reply: Closed({ checkout: TestCheckout }),
});

/** Pays with a working or a declined card. */
export const payTestCheckout = endpoint({
  method: 'POST',
  url: '/test-payments/checkouts/:id',
  access: 'owner',
  tag: 'Plans',
  summary: 'Pay a checkout of the test payments',
  params: TestCheckoutParams,
  body: Closed({ card: OneOf(['works', 'declined'] as const) }),
  reply: Closed({ checkout: TestCheckout }),
});

/** The billing portal. */
export const TestPortal = Closed({
  card: OneOf(['works', 'declined'] as const),
  subscription: Nullable(
    Closed({
      ...Price,
      status: Line(40),
      period_ends_at: Moment,
      ends_at: Nullable(Moment),
    }),
  ),
  invoices: Type.Array(
    Closed({
      id: Line(64),
      at: Moment,
      text: Line(200),
      amount: Type.Number({ minimum: -1_000_000, maximum: 1_000_000 }),
      paid: Type.Boolean(),
    }),
    { maxItems: 100 },
  ),
});
export type TestPortal = Type.Static<typeof TestPortal>;

export const getTestPortal = endpoint({
  method: 'GET',
  url: '/test-payments/portal',
  access: 'owner',
  tag: 'Plans',
  summary: 'The billing portal of the test payments',
  reply: TestPortal,
});

export const TEST_PORTAL_ACTIONS = ['cancel', 'resume', 'use_declined_card', 'use_working_card', 'renew'] as const;

/** Applies an action of the provider's portal; `renew` ends the paid period now. */
export const actInTestPortal = endpoint({
  method: 'POST',
  url: '/test-payments/portal',
  access: 'owner',
  tag: 'Plans',
  summary: 'Act in the billing portal of the test payments',
  body: Closed({ action: OneOf(TEST_PORTAL_ACTIONS) }),
  reply: TestPortal,
});
