import type { Feature } from '../../context.ts';
import { receiptRoutes } from './receipts.routes.ts';

/** Signed receipts of ended interviews for their candidates, and the keys with which they are checked. */
export const receipts: Feature = (api, ctx) => receiptRoutes(api, ctx);
