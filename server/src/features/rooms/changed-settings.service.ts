import type { FileList } from '@cip/contracts/rooms/files';
import type { TimelineKind } from '@cip/contracts/timeline/timeline';
import type { DbContext } from '../../context.ts';
import { readFiles } from '../documents/files/files.service.ts';
import { listChangedSettings, type SettingsRow } from './changed-settings.repository.ts';

/** If settings changed within this time, they are shown again if their node was cut off from others (s). */
const CHANGED_WITHIN_S = 10;

const KINDS: readonly TimelineKind[] = [
  'typing_mode',
  'language',
  'file_created',
  'file_renamed',
  'file_deleted',
  'file_restored',
  'files_allowed',
];

/** What a room has beside its texts, rules, questions and runs. */
export interface RoomSettings extends SettingsRow {
  /** Null if the room has had a single file only. */
  files: FileList | null;
}

/** Returns the settings of the interviews in the list in which one changed a moment ago. */
export async function findChangedSettings({ db }: DbContext, interviewIds: string[]): Promise<RoomSettings[]> {
  if (interviewIds.length === 0) return [];
  const rows = await listChangedSettings(db, interviewIds, { kinds: KINDS, seconds: CHANGED_WITHIN_S });
  const changed: RoomSettings[] = [];
  for (const row of rows) {
    const list = await readFiles({ db }, row.id, row.language);
    changed.push({ ...row, files: list.files.length + list.deleted.length > 1 ? list : null });
  }
  return changed;
}
