import { cleanCode } from '@cip/contracts/rooms/code-text';
import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import { useState } from 'react';
import { toBase64 } from '../../../features/documents/sync/base64.ts';
import type { EditorTheme } from '../../../features/documents/editor/languages/editor-pane.ts';
import { editorSettings } from '../../../features/documents/editor/editor-settings.ts';
import type { SaveBody } from '../../../features/outbox/outbox-entry.ts';
import type { CodeCopy } from '../../../shared/code/code-copy.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { codeCopyOf } from '../files/code-copy-of.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { sendOrKeep } from './send-or-keep.ts';
import type { SendOutcome } from './send-or-keep.ts';

/** How long a save waits for the acks of edits (ms). */
const SETTLE_WITHIN_MS = 3_000;
/** The saved editor settings (spec section 9). */
const SAVED_FONT_SIZE_PX = 16;

/** Returns the body of a save of the user's text. If the server lacks edits, they are included as an update. */
async function saveBody({ code, connection }: LiveRoom, interviewId: string, theme: EditorTheme): Promise<SaveBody> {
  const { isConnected, language } = connection.store.get();
  await code.save(isConnected ? SETTLE_WITHIN_MS : 0);
  const { unsaved } = code;
  // Logs of earlier releases may contain control characters, which the server refuses in saves.
  const text = cleanCode(code.text);
  return {
    interview_session_id: interviewId,
    // Without a connection it may be old, and the save would undo the choices of others meanwhile.
    ...(isConnected && { language }),
    code_content: text,
    cursor_positions: null,
    selection_data: null,
    editor_settings: { theme, fontSize: SAVED_FONT_SIZE_PX, minimap: editorSettings.get().minimap },
    // If the base of a save equals its text, it edits nothing.
    ...(unsaved ? { update: toBase64(unsaved) } : { base: text }),
  };
}

type Saved = Pick<InterviewWithCode, 'id' | 'room_code'>;

/**
 * Saves without toasts: to the server, or to this device until the server is reachable. Text that was typed without a
 * connection becomes part of the code, unless the code would be too long.
 */
export async function saveQuietly(room: LiveRoom, interview: Saved, theme: EditorTheme): Promise<SendOutcome> {
  room.code.insertAside();
  const body = await saveBody(room, interview.id, theme);
  const { files, language } = codeCopyOf(room);
  return sendOrKeep(interview, { kind: 'save', body, language, ...(files && { files }) });
}

/** The Save button. `unsavedCode` is a code that neither the server nor this device stored; the user has to see it. */
export function useSaveCode(room: LiveRoom, interview: Saved, theme: EditorTheme) {
  const [isSaving, setSaving] = useState(false);
  const [unsavedCode, setUnsavedCode] = useState<CodeCopy | null>(null);
  const save = async () => {
    setSaving(true);
    const outcome = await saveQuietly(room, interview, theme);
    setSaving(false);
    setUnsavedCode(outcome.kind === 'nowhere' ? codeCopyOf(room) : null);
    if (outcome.kind === 'sent') toast('good', 'Code saved');
    if (outcome.kind === 'waiting') toast('good', 'Saved offline');
    // A refused stored save and a text that is stored nowhere have a notice each.
    if (outcome.kind === 'refused' && !outcome.entry) toast('bad', outcome.message || 'Failed to save the code');
  };
  return { isSaving, save: () => void save(), unsavedCode, dismissUnsavedCode: () => setUnsavedCode(null) };
}
