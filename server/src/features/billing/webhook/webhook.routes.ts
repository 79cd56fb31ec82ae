import { paymentWebhook } from '@cip/contracts/billing/billing';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { receiveEvent } from './webhook.service.ts';

/** Largest event of the payment provider, in bytes. */
const MESSAGE_LIMIT_BYTES = 512 * 1024;

/** The payment provider's webhook. Its scope has no body parser, because the signature covers the raw body. */
export async function webhookRoutes(api: App, ctx: AppContext): Promise<void> {
  await api.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      ...paymentWebhook,
      bodyLimit: MESSAGE_LIMIT_BYTES,
      config: { ...paymentWebhook.config, unlimited: true },
      async handler({ headers, body }) {
        const payload = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        await receiveEvent(ctx, payload, String(headers['stripe-signature'] ?? ''));
        return { received: true as const };
      },
    });
  });
}
