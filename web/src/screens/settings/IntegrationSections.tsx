import type { ApiKey } from '@cip/contracts/integrations/api-keys';
import type { Webhook } from '@cip/contracts/integrations/webhooks';
import { useQuery } from '@tanstack/react-query';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { apiKeysQuery } from '../../features/integrations/api-keys.calls.ts';
import { webhooksQuery } from '../../features/integrations/webhooks.calls.ts';
import { formatCountOf, formatDay } from '../../shared/format.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { AfterClick, SeenOnline } from './AfterClick.tsx';

const ApiKeys = lazyPart(async () => (await import('../../features/integrations/ApiKeys.tsx')).ApiKeys, {
  fallback: SeenOnline,
});

const Webhooks = lazyPart(async () => (await import('../../features/integrations/Webhooks.tsx')).Webhooks, {
  fallback: SeenOnline,
});

/** The keys of a company's programs, loaded after a click, because few companies have any. */
export function ApiKeysSection() {
  const { data: keys } = useQuery(apiKeysQuery);
  return (
    <SettingsSection title="API Keys" text="Schedule and read sessions from your tools.">
      <AfterClick label="Manage API keys" state={keys && keysState(keys)} part={ApiKeys} />
    </SettingsSection>
  );
}

/** The company's webhooks, loaded after a click, because few companies have any. */
export function WebhooksSection() {
  const { data: webhooks } = useQuery(webhooksQuery);
  return (
    <SettingsSection title="Webhooks" text="Notify your tools when sessions change.">
      <AfterClick label="Manage webhooks" state={webhooks && webhooksState(webhooks)} part={Webhooks} />
    </SettingsSection>
  );
}

function keysState(keys: ApiKey[]): string {
  if (keys.length === 0) return 'None yet';
  const used = keys.flatMap(({ last_used_at: at }) => at ?? []).toSorted();
  const last = used.at(-1);
  return `${formatCountOf(keys.length, 'key')}, ${last === undefined ? 'never used' : `last used ${formatDay(last)}`}`;
}

function webhooksState(webhooks: Webhook[]): string {
  if (webhooks.length === 0) return 'None yet';
  const failing = webhooks.filter((each) => each.failing_since !== null || each.disabled_at !== null).length;
  return `${formatCountOf(webhooks.length, 'webhook')}${failing > 0 ? `, ${failing} failing` : ''}`;
}
