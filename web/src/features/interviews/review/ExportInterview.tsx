import { download } from '../../../shared/api/download.ts';
import { saveFile } from '../../../shared/device/save-file.ts';
import { useAction } from '../../../shared/form/use-action.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';

/** Renders the button that downloads all data of an interview and its candidate. */
export function ExportInterview({ interview }: { interview: { id: string; room_code: string } }) {
  const { busy, start } = useAction({
    run: async () => {
      const archive = await download('GET /interview-sessions/:id/export', { params: { id: interview.id } });
      saveFile(archive, `${interview.room_code}.zip`);
    },
    failure: () => 'Failed to export the session',
    report: (outcome) => outcome && toast(outcome.tone, outcome.text),
  });
  return (
    <Button look="quiet" busy={busy} busyText="Exporting..." onClick={() => start()}>
      Export data
    </Button>
  );
}
