import type { InterviewWithCode } from '@cip/contracts/interviews';
import { useEffect, useState } from 'react';
import { toBase64 } from '../../features/documents/base64.ts';
import type { EditorTheme } from '../../features/documents/editor-pane.ts';
import { editorSettings } from '../../features/documents/editor-settings.ts';
import type { SaveRow } from '../../features/documents/device-database.ts';
import { newOperationId } from '../../features/documents/pending-store.ts';
import { listSaves, onSavesChange, postSave, queueSave, watchSaves } from '../../features/documents/save-outbox.ts';
import type { SaveBody } from '../../features/documents/save-outbox.ts';
import { ApiError, messageOf } from '../../shared/api-error.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import type { LiveRoom } from './live-room.ts';

/** Edits get this long to be acknowledged before a save speaks for them, in milliseconds. */
const SETTLE_WITHIN_MS = 3_000;
/** What the saved settings say (spec section 9). */
const SAVED_FONT_SIZE_PX = 16;

/** The body of a save of what this person sees. What the server does not have yet goes along as the edit itself. */
async function saveBody(
  { code, connection }: LiveRoom,
  interviewId: string,
  theme: EditorTheme,
): Promise<SaveBody & { op_id: string }> {
  await code.save(connection.getSnapshot().isConnected ? SETTLE_WITHIN_MS : 0);
  const { text, unsaved } = code;
  return {
    interview_session_id: interviewId,
    language: connection.getSnapshot().language,
    code_content: text,
    cursor_positions: null,
    selection_data: null,
    editor_settings: { theme, fontSize: SAVED_FONT_SIZE_PX, minimap: editorSettings.getSnapshot().minimap },
    op_id: newOperationId(),
    // A save whose base is its text marks the state and edits nothing.
    ...(unsaved ? { update: toBase64(unsaved) } : { base: text }),
  };
}

/** Saves without a word. Throws ApiError. */
export async function saveQuietly(room: LiveRoom, interviewId: string, theme: EditorTheme): Promise<void> {
  await postSave(await saveBody(room, interviewId, theme));
}

/** The Save button: saves now, or keeps the save on this device until the server can be reached. */
export function useSaveCode(
  room: LiveRoom,
  { id }: InterviewWithCode,
  theme: EditorTheme,
): { isSaving: boolean; save: () => void } {
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const body = await saveBody(room, id, theme);
    try {
      await postSave(body);
      toast('good', 'Code saved');
    } catch (error) {
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) await keep(body);
      else toast('bad', messageOf(error, 'Failed to save the code'));
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, save: () => void save() };
}

async function keep(body: SaveBody & { op_id: string }): Promise<void> {
  try {
    await queueSave(body.op_id, body);
    toast('good', 'Saved offline');
  } catch {
    toast('bad', 'Failed to save the code');
  }
}

/** The saves this device still holds; they are sent for as long as the screen is there, and on each reconnect. */
export function useQueuedSaves(isConnected: boolean): SaveRow[] {
  const [rows, setRows] = useState<SaveRow[]>([]);
  useEffect(() => {
    const read = () =>
      void listSaves().then(setRows, () => {
        // No storage on this device: nothing waits here.
        setRows([]);
      });
    const stopListening = onSavesChange(read);
    const stopSending = watchSaves();
    read();
    return () => {
      stopListening();
      stopSending();
    };
  }, [isConnected]);
  return rows;
}
