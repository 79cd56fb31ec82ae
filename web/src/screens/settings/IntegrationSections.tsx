import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { AfterClick, SeenOnline } from './AfterClick.tsx';

const ApiKeys = lazyPart(async () => (await import('../../features/integrations/ApiKeys.tsx')).ApiKeys, {
  fallback: SeenOnline,
});

const Webhooks = lazyPart(async () => (await import('../../features/integrations/Webhooks.tsx')).Webhooks, {
  fallback: SeenOnline,
});

/** The settings for a company's programs. Each part loads after a click, because few companies have any. */
export function IntegrationSections() {
  return (
    <>
      <SettingsSection title="API Keys" text="Schedule and read sessions from your tools.">
        <AfterClick label="Manage API keys" part={ApiKeys} />
      </SettingsSection>
      <SettingsSection title="Webhooks" text="Notify your tools when sessions change.">
        <AfterClick label="Manage webhooks" part={Webhooks} />
      </SettingsSection>
    </>
  );
}
