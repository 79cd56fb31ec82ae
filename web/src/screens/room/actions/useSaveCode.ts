import { cleanCode } from '@cip/contracts/code-text';
import type { InterviewWithCode } from '@cip/contracts/interviews';
import { useState } from 'react';
import { toBase64 } from '../../../features/documents/sync/base64.ts';
import type { EditorTheme } from '../../../features/documents/editor/editor-pane.ts';
import { editorSettings } from '../../../features/documents/editor/editor-settings.ts';
import type { SaveBody } from '../../../features/outbox/outbox-entry.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live-room.ts';
import { sendOrKeep } from './send-or-keep.ts';
import type { SendOutcome } from './send-or-keep.ts';

/** Edits get this long to be acknowledged before a save speaks for them, in milliseconds. */
const SETTLE_WITHIN_MS = 3_000;
/** What the saved settings say (spec section 9). */
const SAVED_FONT_SIZE_PX = 16;

/** The body of a save of what this person sees. What the server does not have yet goes along as the edit itself. */
async function saveBody({ code, connection }: LiveRoom, interviewId: string, theme: EditorTheme): Promise<SaveBody> {
  await code.save(connection.store.get().isConnected ? SETTLE_WITHIN_MS : 0);
  const { unsaved } = code;
  // The log of an earlier release may hold control characters, which the server takes in no save.
  const text = cleanCode(code.text);
  return {
    interview_session_id: interviewId,
    language: connection.store.get().language,
    code_content: text,
    cursor_positions: null,
    selection_data: null,
    editor_settings: { theme, fontSize: SAVED_FONT_SIZE_PX, minimap: editorSettings.get().minimap },
    // A save whose base is its text marks the state and edits nothing.
    ...(unsaved ? { update: toBase64(unsaved) } : { base: text }),
  };
}

type Saved = Pick<InterviewWithCode, 'id' | 'room_code'>;

/** Saves without a word: to the server, or to this device until the server can be reached. */
export async function saveQuietly(room: LiveRoom, interview: Saved, theme: EditorTheme): Promise<SendOutcome> {
  return sendOrKeep(interview, { kind: 'save', body: await saveBody(room, interview.id, theme) });
}

/** The Save button. `unkept` is a text that neither the server nor this device took; it must not be lost silently. */
export function useSaveCode(room: LiveRoom, interview: Saved, theme: EditorTheme) {
  const [isSaving, setSaving] = useState(false);
  const [unkept, setUnkept] = useState<string | null>(null);
  const save = async () => {
    setSaving(true);
    const outcome = await saveQuietly(room, interview, theme);
    setSaving(false);
    setUnkept(outcome.kind === 'nowhere' ? room.code.text : null);
    if (outcome.kind === 'sent') toast('good', 'Code saved');
    if (outcome.kind === 'waiting') toast('good', 'Saved offline');
    if (outcome.kind === 'refused') toast('bad', outcome.message || 'Failed to save the code');
    if (outcome.kind === 'nowhere') toast('bad', 'Failed to save the code');
  };
  return { isSaving, save: () => void save(), unkept, forgetUnkept: () => setUnkept(null) };
}
