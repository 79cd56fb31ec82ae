import type { login as loginCall } from '@cip/contracts/auth';
import type { answerChallenge as answerCall } from '@cip/contracts/auth-second-factor';
import type { Body, Reply } from '@cip/contracts/endpoint';
import type { AppContext } from '../../../context.ts';
import { SecondFactorNeeded, unauthenticated, type AppError } from '../../../errors.ts';
import { verifyPassword } from '../../../platform/security/password.ts';
import { recordAudit, recordFailedSignIn } from '../../audit/audit.service.ts';
import { readCompany } from '../company/company.service.ts';
import { findCredentials, findCredentialsById } from '../users/users.service.ts';
import * as auth from './auth.repository.ts';
import { CODE_STRANGERS_MAX, STRANGERS_MAX } from './failure-limits.ts';
import { fitsSecondFactor, hasSecondFactor } from '../second-factor/second-factor.service.ts';
import { openSignInLimit } from './sign-in-limits.ts';
import { isKnownNetwork } from './sign-ins.repository.ts';
import { addSignIn } from './sign-ins.service.ts';
import type { Visitor } from './visitor.ts';
import { openWrongCodes } from '../second-factor/wrong-codes.service.ts';

type User = NonNullable<Awaited<ReturnType<typeof findCredentials>>>;
type SignedIn = Reply<typeof loginCall> & { userId: string };

const wrongSignIn = () => unauthenticated('Invalid email or password');
const staleChallenge = () => unauthenticated('This took too long. Please sign in again.');

/**
 * Makes the two steps of a sign-in. The first throws `unauthenticated` alike, and after alike a time, for an unknown
 * e-mail and a wrong password, TooManyFailures when guessed at, and SecondFactorNeeded where a code has to follow.
 */
export function openLogin(ctx: AppContext) {
  const passwords = openSignInLimit(ctx, 'login', STRANGERS_MAX);
  const codes = openSignInLimit(ctx, 'second-factor', CODE_STRANGERS_MAX);
  const noteWrongCode = openWrongCodes(ctx);

  return {
    async login({ email, password }: Body<typeof loginCall>, visitor: Visitor): Promise<SignedIn> {
      const found = await findCredentials(ctx.db, email);
      const succeed = await passwords(await guess(ctx, email, found?.id, visitor));
      const fits = await verifyPassword(found?.password_hash ?? null, password);
      if (!found || !fits) throw refuse(ctx, found, wrongSignIn());
      await succeed();
      if (await hasSecondFactor(ctx.db, found.id))
        throw new SecondFactorNeeded(ctx.tokens.signChallenge(found.id, ctx.vault.digest(found.password_hash)));
      return enter(ctx, found, visitor);
    },

    async answer({ challenge, code }: Body<typeof answerCall>, visitor: Visitor): Promise<SignedIn> {
      const claims = ctx.tokens.readChallenge(challenge);
      const found = claims && (await findCredentialsById(ctx.db, claims.sub));
      if (!found || claims.password !== ctx.vault.digest(found.password_hash)) throw staleChallenge();
      const succeed = await codes(await guess(ctx, found.email, found.id, visitor));
      if (!(await fitsSecondFactor(ctx, found.id, code))) {
        await noteWrongCode({ companyId: found.company_id, userId: found.id });
        throw refuse(ctx, found, unauthenticated('This code is not right.'));
      }
      await succeed();
      return enter(ctx, found, visitor);
    },
  };
}

/** What is answered; where there is such an account, its company's owner can look up that somebody tried. */
function refuse(ctx: AppContext, found: User | undefined, refusal: AppError): AppError {
  if (found) recordFailedSignIn(ctx, { companyId: found.company_id, userId: found.id });
  return refusal;
}

async function guess(ctx: AppContext, email: string, userId: string | undefined, visitor: Visitor) {
  const device = visitor.deviceToken === null ? null : ctx.tokens.readDevice(visitor.deviceToken);
  return {
    account: email.toLowerCase(),
    network: visitor.network,
    device: device?.sub === userId ? (device?.jti ?? null) : null,
    isKnownNetwork: await isKnownNetwork(ctx.db, email, ctx.vault.digest(visitor.network)),
  };
}

async function enter(ctx: AppContext, found: User, visitor: Visitor): Promise<SignedIn> {
  const signIn = await ctx.db.transaction().execute(async (trx) => {
    const added = await addSignIn({ ...ctx, db: trx }, found, visitor);
    if (added === undefined) throw wrongSignIn();
    await recordAudit(trx, { companyId: found.company_id, action: 'account.signed_in', by: { userId: found.id } });
    return added;
  });
  await auth.deleteExpired(ctx.db, found.id);
  const { company_id, password_hash: _, ...user } = found;
  const company = await readCompany(ctx, company_id);
  return { company, ...(user.role === 'interviewer' && { user }), ...signIn, userId: found.id };
}
