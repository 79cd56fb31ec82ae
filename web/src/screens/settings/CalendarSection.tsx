import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { AfterClick, SeenOnline } from './AfterClick.tsx';

const CalendarFeed = lazyPart(async () => (await import('../../features/interviews/CalendarFeed.tsx')).CalendarFeed, {
  fallback: SeenOnline,
});

/** The address at which the user's calendar reads their interviews. */
export function CalendarSection() {
  return (
    <SettingsSection title="Calendar" text="See your planned sessions in your own calendar.">
      <AfterClick label="Manage calendar" part={CalendarFeed} />
    </SettingsSection>
  );
}
