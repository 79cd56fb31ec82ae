import { Email, Name, NAME_MAX } from '@cip/contracts/protocol/common';
import { Compile } from 'typebox/compile';
import { tidyName } from '../names.ts';

/** The provider's data about a person. */
export interface Profile {
  /** Null if the provider shares no usable one. */
  email: string | null;
  /** Whether the provider has confirmed that the e-mail is the person's. */
  isVerified: boolean;
  /** Whether it says nothing about that: the claim `email_verified` is absent. */
  isSilent: boolean;
  name: string | null;
}

type Claims = Readonly<Record<string, unknown>>;

const isEmail = Compile(Email);
const isName = Compile(Name);
/** Letters beyond ASCII look alike, and databases disagree about their case. */
const ASCII = /^[\x21-\x7e]+$/;

/**
 * Returns the profile in an ID token or, if that has no verified e-mail, the result of `askUserInfo`. The e-mail and
 * its confirmation always come from the same answer. With `trustsEmail` an e-mail counts as confirmed unless the answer
 * says otherwise. Throws the errors of `askUserInfo`.
 */
export async function profileOf(
  claims: Claims,
  askUserInfo: (() => Promise<Claims>) | null,
  trustsEmail = false,
): Promise<Profile> {
  const inToken = readProfile(claims, trustsEmail);
  if ((inToken.email !== null && inToken.isVerified) || askUserInfo === null) return inToken;
  const asked = readProfile(await askUserInfo(), trustsEmail);
  return { ...asked, name: asked.name ?? inToken.name };
}

function readProfile({ email, email_verified: claim, name }: Claims, trustsEmail: boolean): Profile {
  const isUsable = typeof email === 'string' && ASCII.test(email) && isEmail.Check(email);
  const isSilent = claim === undefined;
  // Some providers say it in words.
  const isVerified = claim === true || (trustsEmail && (isSilent || claim === 'true'));
  return { email: isUsable ? email : null, isVerified, isSilent, name: usableName(name) };
}

function usableName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const visible = [...tidyName(name.replaceAll(/\p{C}/gu, ''))].slice(0, NAME_MAX).join('').trim();
  return isName.Check(visible) ? visible : null;
}
