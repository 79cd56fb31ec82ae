import * as contract from '@cip/contracts/receipts/receipts';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { bearerOf } from '../../platform/http/authenticate.ts';
import { networkOf } from '../../platform/http/network.ts';
import { limitRoomCodes } from '../interviews/admissions/room-code-misses.service.ts';
import { listReceiptKeys } from './receipt-keys.service.ts';
import { readReceipt } from './receipts.service.ts';

/** Registers the routes of receipts, for candidates and for people who check one. */
export function receiptRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getReceipt,
    handler: (request) =>
      limitRoomCodes(ctx, networkOf(request.ip), () => readReceipt(ctx, request.params.roomCode, bearerOf(request))),
  });

  app.route({ ...contract.listReceiptKeys, handler: () => listReceiptKeys(ctx) });
}
