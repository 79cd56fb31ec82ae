import { useState } from 'react';
import { download } from '../../shared/api/api-client.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { saveFile } from '../../shared/device/save-file.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { toast } from '../../shared/ui/feedback/toast-store.ts';

/** Renders the button that downloads all data of an interview and its candidate. */
export function ExportInterview({ interview }: { interview: { id: string; room_code: string } }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const archive = await download('/interview-sessions/:id/export', { id: interview.id });
      saveFile(archive, `${interview.room_code}.zip`);
    } catch (error) {
      toast('bad', messageOf(error, 'Failed to export the session'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="quiet" busy={busy} busyText="Exporting..." onClick={() => void start()}>
      Export Data
    </Button>
  );
}
