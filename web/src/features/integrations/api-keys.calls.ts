import type { createApiKey } from '@cip/contracts/integrations/api-keys';
import type { Body } from '@cip/contracts/protocol/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

/** The company's API keys that were not revoked. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async () => (await call('GET /api-keys')).keys,
  staleTime: 0,
});

/** Creates a key; resolves to its secret, which is shown once. */
export async function createKey(body: Body<typeof createApiKey>): Promise<string> {
  return (await call('POST /api-keys', { body })).secret;
}

/** Revokes a key. */
export const revokeKey = (id: string) => call('DELETE /api-keys/:id', { params: { id } });
