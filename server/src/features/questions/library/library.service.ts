import type { DbContext } from '../../../context.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { lockCompany } from '../../billing/billing.service.ts';
import { addContents } from '../questions.service.ts';
import * as library from './library.repository.ts';
import { readLibrary } from './library.ts';

/** Returns whether the company is offered the first library, and how many of its questions it has in use. */
export async function readLibraryState({ db }: DbContext, companyId: string) {
  const { hasAnswered, hasQuestions, present } = await library.findLibraryState(db, companyId);
  return { is_offered: !hasAnswered && !hasQuestions, count: readLibrary().length, present };
}

/** Adds the questions of the first library that the company does not have. Throws `limit_reached`. */
export function addLibrary({ db }: DbContext, principal: Principal) {
  return db.transaction().execute(async (trx) => {
    await library.insertAnswer(trx, principal.companyId);
    return addContents(trx, principal, readLibrary(), { action: 'question.library_added', isFromLibrary: true });
  });
}

/**
 * Declines the first library, or removes it: deletes unchanged questions that were never shown, unless a template has
 * them, and archives the shown ones. Idempotent.
 */
export function removeLibrary({ db }: DbContext, { companyId, userId }: Principal): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockCompany(trx, companyId);
    const isFirst = await library.insertAnswer(trx, companyId);
    const count = (await library.deleteUnused(trx, companyId)) + (await library.archiveUsed(trx, companyId));
    if (isFirst || count > 0)
      await recordAudit(trx, { companyId, action: 'question.library_removed', by: { userId }, details: { count } });
  });
}
