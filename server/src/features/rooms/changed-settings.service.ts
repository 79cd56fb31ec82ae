import type { FileList } from '@cip/contracts/rooms/files';
import type { TimelineKind } from '@cip/contracts/timeline/timeline';
import type { DbContext } from '../../context.ts';
import { readSeveralFiles } from '../documents/files/files.service.ts';
import { listChangedSettings, type SettingsRow } from './changed-settings.repository.ts';

const KINDS: readonly TimelineKind[] = [
  'typing_mode',
  'language',
  'file_created',
  'file_renamed',
  'file_deleted',
  'file_restored',
  'files_allowed',
];

/** The settings of a room beside its texts, rules, questions and runs. */
export interface RoomSettings extends SettingsRow {
  /** Null if the room has had a single file only. */
  files: FileList | null;
}

/** Returns the settings of the interviews in the list in which one changed within `seconds`. */
export async function findChangedSettings(
  { db }: DbContext,
  interviewIds: string[],
  seconds: number,
): Promise<RoomSettings[]> {
  if (interviewIds.length === 0) return [];
  const rows = await listChangedSettings(db, interviewIds, { kinds: KINDS, seconds });
  const changed: RoomSettings[] = [];
  for (const row of rows) changed.push({ ...row, files: await readSeveralFiles({ db }, row.id, row.language) });
  return changed;
}
