import type { Body } from '@cip/contracts/protocol/endpoint';
import type { createWebhook } from '@cip/contracts/integrations/webhooks';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

/** The company's webhooks. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await call('GET /webhooks')).webhooks,
  staleTime: 0,
});

/** How often shown deliveries are read again while one waits (ms). */
const WAITING_MS = 3_000;

/** A page of the messages of a webhook; read again while one of them waits. */
export const deliveriesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', page],
    queryFn: () => call('GET /webhooks/:id/deliveries', { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'waiting') ? WAITING_MS : false),
    staleTime: 0,
  });

/** Adds a webhook; resolves to its secret, which is shown once. */
export async function addWebhook(body: Body<typeof createWebhook>): Promise<string> {
  return (await call('POST /webhooks', { body })).secret;
}

/** Replaces the secret of a webhook; resolves to the new one. */
export async function replaceSecret(id: string): Promise<string> {
  return (await call('POST /webhooks/:id/secret', { params: { id } })).secret;
}

/** Deletes a webhook. */
export const removeWebhook = (id: string) => call('DELETE /webhooks/:id', { params: { id } });

/** Switches a webhook on. */
export const switchOn = (id: string) => call('POST /webhooks/:id/enable', { params: { id } });

/** Delivers a message again. */
export const redeliver = (id: string, deliveryId: string) =>
  call('POST /webhooks/:id/deliveries/:delivery_id/redeliver', { params: { id, delivery_id: deliveryId } });
