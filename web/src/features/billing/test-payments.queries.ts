import type { Body } from '@cip/contracts/protocol/endpoint';
import type { actInTestPortal, payTestCheckout } from '@cip/contracts/billing/test-payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

export type TestCard = Body<typeof payTestCheckout>['card'];
export type TestPortalAction = Body<typeof actInTestPortal>['action'];

/** A checkout of the test payments. */
export const testCheckoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['test-checkout', id],
    queryFn: async () => (await call('GET /test-payments/checkouts/:id', { params: { id } })).checkout,
  });

/** Pays a checkout of the test payments. Throws ApiError if the card is declined. */
export const payTest = async (id: string, card: TestCard) =>
  (await call('POST /test-payments/checkouts/:id', { params: { id }, body: { card } })).checkout;

/** The billing portal of the test payments. */
export const testPortalQuery = queryOptions({
  queryKey: ['test-portal'],
  queryFn: () => call('GET /test-payments/portal'),
});

/** Performs an action in the billing portal of the test payments. */
export const actInTest = (action: TestPortalAction) => call('POST /test-payments/portal', { body: { action } });
