import type { QuestionContent } from '@cip/contracts/questions/questions';
import type { DBSchema } from 'idb';
import { inDatabase } from '../../../../shared/device/device-connection.ts';
import type { DatabaseOnDevice } from '../../../../shared/device/device-connection.ts';

/** A draft that a user typed into the form of a question and did not save, so only this device has it. */
export interface KeptDraft {
  user: string;
  /** The id of the question, or `new`. */
  question: string;
  /** The version that it began from; null for a new question. */
  version: number | null;
  content: QuestionContent;
  /** When it was typed by this device's clock, in milliseconds since 1970. */
  at: number;
}

interface KeptSchema extends DBSchema {
  drafts: { key: [string, string]; value: KeptDraft };
}

const DRAFTS: DatabaseOnDevice<KeptSchema> = {
  name: 'question-drafts',
  version: 1,
  upgrade: (database) => void database.createObjectStore('drafts', { keyPath: ['user', 'question'] }),
};

/** Returns a user's drafts on this device. Rejects, like the others here, if the device refuses storage. */
export async function readKeptDrafts(user: string): Promise<KeptDraft[]> {
  return (await inDatabase(DRAFTS, (database) => database.getAll('drafts'))).filter((draft) => draft.user === user);
}

/** Writes drafts; each replaces the user's earlier one of the same question. */
export async function writeKeptDrafts(drafts: KeptDraft[]): Promise<void> {
  await inDatabase(DRAFTS, (database) => Promise.all(drafts.map((draft) => database.put('drafts', draft))));
}

/** Deletes drafts from this device, unless they were written again since they were read. */
export async function deleteKeptDrafts(drafts: KeptDraft[]): Promise<void> {
  await inDatabase(DRAFTS, async (database) => {
    const transaction = database.transaction('drafts', 'readwrite');
    for (const { user, question, at } of drafts)
      if ((await transaction.store.get([user, question]))?.at === at) await transaction.store.delete([user, question]);
    await transaction.done;
  });
}

/** Deletes a user's draft of a question. */
export async function deleteKeptDraft(user: string, question: string): Promise<void> {
  await inDatabase(DRAFTS, (database) => database.delete('drafts', [user, question]));
}
