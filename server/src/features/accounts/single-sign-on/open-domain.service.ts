import type { CompanySingleSignOn } from '@cip/contracts/accounts/single-sign-on';
import type { AppContext, LinkContext } from '../../../context.ts';
import { conflict, invalid } from '../../../errors.ts';
import { isUniqueViolation } from '../../../platform/database/unique-violation.ts';
import { requireRecentSignIn, type Principal } from '../../../platform/http/authenticate.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findOwner } from '../records/users.repository.ts';
import * as identities from '../records/identities.repository.ts';
import { signInOptions } from '../sign-in-ways.service.ts';
import { requireProvider } from './single-sign-on.service.ts';

/** Returns how the company signs in with the provider. */
export async function readCompanySingleSignOn(
  ctx: LinkContext,
  { companyId }: Pick<Principal, 'companyId'>,
): Promise<CompanySingleSignOn> {
  const [domain, offered] = await Promise.all([identities.getDomain(ctx.db, companyId), offeredDomain(ctx, companyId)]);
  return { ...signInOptions(ctx.config), domain, offered_domain: offered };
}

/**
 * Sets the e-mail domain whose new users become interviewers; null for none. Throws `invalid` unless the domain is one
 * of the deployment's and that of the owner's confirmed e-mail, `conflict` if another company has it, `reauthenticate`,
 * and `not_found` if there is no provider.
 */
export async function changeOpenDomain(
  ctx: AppContext,
  principal: Principal,
  domain: string | null,
): Promise<CompanySingleSignOn> {
  requireProvider(ctx);
  requireRecentSignIn(principal);
  const { companyId, userId } = principal;
  // Only an owner within a domain opens it, so that no stranger takes in its people.
  if (domain !== null && domain !== (await offeredDomain(ctx, companyId)))
    throw invalid('domain', 'You can switch this on for the domain of your own confirmed e-mail address only.');
  try {
    await ctx.db.transaction().execute(async (trx) => {
      if ((await identities.lockDomain(trx, companyId)) === domain) return;
      await identities.updateDomain(trx, companyId, domain);
      const action = domain === null ? 'settings.domain_closed' : 'settings.domain_opened';
      await recordAudit(trx, { companyId, action, by: { userId } });
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'companies_open_domain_key')) throw error;
    throw conflict('Another company takes new interviewers from this domain. Ask the operator of this service.');
  }
  return readCompanySingleSignOn(ctx, principal);
}

async function offeredDomain({ db, config }: LinkContext, companyId: string): Promise<string | null> {
  const { email, email_verified_at: verifiedAt } = await findOwner(db, companyId);
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return verifiedAt !== null && config.oidc?.domains.includes(domain) ? domain : null;
}
