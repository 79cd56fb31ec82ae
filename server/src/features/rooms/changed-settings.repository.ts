import type { TypingMode } from '@cip/contracts/rooms/rooms';
import type { TimelineKind } from '@cip/contracts/timeline/timeline';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface SettingsRow {
  id: string;
  typingMode: TypingMode;
  language: string;
  filesAllowed: boolean;
}

/** Returns the settings of those interviews that have an event of one of the kinds from the last `seconds`. */
export async function listChangedSettings(
  db: Database,
  interviewIds: string[],
  { kinds, seconds }: { kinds: readonly TimelineKind[]; seconds: number },
): Promise<SettingsRow[]> {
  const { rows } = await sql<SettingsRow>`
    select i.id, i.typing_mode as "typingMode", d.language, d.files_allowed as "filesAllowed"
    from interviews as i join documents as d on d.interview_id = i.id
    where i.id = any(${interviewIds}::uuid[]) and exists (
      select from timeline_events as e
      where e.interview_id = i.id and e.kind = any(${[...kinds]}::text[])
        and e.at > clock_timestamp() - make_interval(secs => ${seconds})
    )`.execute(db);
  return rows;
}
