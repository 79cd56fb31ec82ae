import { isDeepStrictEqual } from 'node:util';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { codeExtension } from '@cip/contracts/rooms/code-files';
import { takenName } from '@cip/contracts/rooms/files';
import type { Transaction } from '../../../platform/database/database.ts';
import { listFileEvents, replaceEventData, type Between } from '../../timeline/timeline.service.ts';
import * as repository from './files.repository.ts';

/**
 * Replaces the names that files of an ended interview got between two times, in its list of files and in all events.
 * Returns the new names by the former ones.
 */
export async function closeNames(
  trx: Transaction,
  interviewId: string,
  between: Between,
): Promise<ReadonlyMap<string, string>> {
  const { language } = await repository.lockDocument(trx, interviewId);
  const rows = await repository.listRows(trx, interviewId);
  const neutralOf = (root: string) => neutralName(root, rows, codeExtension(language));
  const names = new Map<string, string>();
  const changed = [];
  // The texts of the files whose name at this point of the events was chosen between the times.
  const closed = new Set<string>();
  for (const { id, kind, data, isWithin } of await listFileEvents(trx, interviewId, between)) {
    const { root, name } = data;
    const former = 'former' in data && closed.has(root) ? { former: neutralOf(root) } : {};
    if (kind === 'file_created' || kind === 'file_renamed') {
      if (isWithin) closed.add(root);
      else closed.delete(root);
    }
    const next = closed.has(root) ? { ...data, ...former, name: neutralOf(root) } : { ...data, ...former };
    if (isDeepStrictEqual(next, data)) continue;
    changed.push({ id, data: next });
    if (next.name !== name) names.set(name, next.name);
  }
  if (changed.length > 0) await replaceEventData(trx, interviewId, changed);
  for (const root of closed) await repository.storeName(trx, { interviewId, root, name: neutralOf(root) });
  return names;
}

/** Returns the name of a file by the number of its text, past names that other files have. */
function neutralName(root: string, rows: readonly repository.FileRow[], extension: string): string {
  const number = root.slice(SHARED_TEXT.length) || '1';
  const others = rows.filter((row) => row.root !== root).map(({ name }) => name);
  for (let nth = 1; ; nth++) {
    const name = `file-${number}${nth === 1 ? '' : `-${nth}`}.${extension}`;
    if (takenName(name, others) === null) return name;
  }
}
