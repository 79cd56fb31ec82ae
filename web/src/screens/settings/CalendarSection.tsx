import { useQuery } from '@tanstack/react-query';
import { SettingsSection } from '../../features/company/SettingsSection.tsx';
import { calendarFeedQuery } from '../../features/interviews/calendar-feed.calls.ts';
import { formatDay } from '../../shared/format.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { AfterClick, SeenOnline } from './AfterClick.tsx';

const CalendarFeed = lazyPart(async () => (await import('../../features/interviews/CalendarFeed.tsx')).CalendarFeed, {
  fallback: SeenOnline,
});

/** The address at which the user's calendar reads their interviews. */
export function CalendarSection() {
  const { data: since } = useQuery(calendarFeedQuery);
  const state = since === undefined ? undefined : since === null ? 'Off' : `On since ${formatDay(since)}`;
  return (
    <SettingsSection title="Calendar" text="See your scheduled sessions in your own calendar.">
      <AfterClick label="Manage calendar" state={state} part={CalendarFeed} />
    </SettingsSection>
  );
}
