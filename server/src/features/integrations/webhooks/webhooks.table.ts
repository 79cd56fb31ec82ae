import type { WebhookEvent, WebhookFailure } from '@cip/contracts/integrations/webhooks';
import type { Generated } from 'kysely';

/** An address that receives the events of a company's interviews. */
export interface WebhookTable {
  id: Generated<string>;
  company_id: string;
  url: string;
  events: WebhookEvent[];
  /** Its secret, sealed by the vault. */
  secret: string;
  /** The previous secret, sealed, which signs too until `old_secret_until`. */
  old_secret: Generated<string | null>;
  old_secret_until: Generated<string | null>;
  created_at: Generated<string>;
  failing_since: Generated<string | null>;
  disabled_at: Generated<string | null>;
  /** A node delivers its messages until then. */
  claimed_until: Generated<string | null>;
}

/** A message to a webhook. */
export interface WebhookDeliveryTable {
  id: Generated<string>;
  webhook_id: string;
  company_id: string;
  interview_id: string;
  type: WebhookEvent;
  /** The body, as it is signed. */
  payload: string;
  created_at: Generated<string>;
  /** When it is tried next; null if it is not. */
  due_at: Generated<string | null>;
  tries: Generated<number>;
  tried_at: Generated<string | null>;
  /** The status of the last reply, or why there was none. */
  status: Generated<number | null>;
  failure: Generated<WebhookFailure | null>;
  delivered_at: Generated<string | null>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    webhooks: WebhookTable;
    webhook_deliveries: WebhookDeliveryTable;
  }
}
