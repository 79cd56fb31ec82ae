import type { ErrorCode } from '@cip/contracts/protocol/errors';
import type { App } from '../../http-app.ts';
import { networkOf } from '../network.ts';
import type { Refusals } from './refusals.ts';

/** Statuses that count as refusals, with their code. */
const REFUSED: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
};

/** Records refused requests. */
export function recordRefusedRequests(app: App, refusals: Refusals): void {
  app.addHook('onResponse', async ({ ip, routeOptions }, { statusCode }) => {
    const code = REFUSED[statusCode];
    if (code) refusals.record({ at: 'call', code, what: routeOptions.url ?? 'no route', network: networkOf(ip) });
  });
}
