import { download } from '../../../shared/api/download.ts';
import { saveFile } from '../../../shared/device/save-file.ts';
import { useAction } from '../../../shared/form/use-action.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';

/** Renders the button that downloads a planned interview for the own calendar. */
export function AddToCalendar({ interviewId: id }: { interviewId: string }) {
  const { busy, start } = useAction({
    run: async () => {
      const file = await download('GET /interview-sessions/:id/calendar', { params: { id } });
      saveFile(file, 'interview.ics');
    },
    failure: () => 'Failed to download the calendar file',
    report: (outcome) => outcome && toast(outcome.tone, outcome.text),
  });
  return (
    <Button size="sm" busy={busy} busyText="Downloading..." onClick={() => start()}>
      Add to calendar
    </Button>
  );
}
