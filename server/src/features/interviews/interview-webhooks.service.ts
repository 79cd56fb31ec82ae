import type { Interview } from '@cip/contracts/interviews/interviews';
import type { WebhookEvent } from '@cip/contracts/integrations/webhooks';
import type { Transaction } from '../../platform/database/database.ts';
import { queueWebhooks } from '../integrations/webhooks/deliveries.service.ts';

/**
 * Reports an interview to the company's webhooks, in the transaction of the change. Neither the candidate nor any text
 * is part of it: if receivers need them, they read them with an API key.
 */
export function announceInterview(
  trx: Transaction,
  companyId: string,
  type: WebhookEvent,
  { id, room_code, status, scheduled_at, started_at, ended_at }: Interview,
  more: { decision?: string } = {},
): Promise<void> {
  const data = { id, room_code, status, scheduled_at, started_at, ended_at, ...more };
  return queueWebhooks(trx, { companyId, type, data });
}
