import { createHash, randomInt } from 'node:crypto';
import { CLIENT_IDS_EACH } from '@cip/contracts/document-events';

/** The largest id that a page of an earlier release may have chosen for itself: 32 bits. */
const CHOSEN_MAX = 0xffff_ffff;
/** All issued ids take seven bytes on the wire. */
const ISSUED_MIN = 2 ** 48;
/** An owner's range is found by so many bits of a digest. */
const OWNER_BITS = 27;
const DIGEST_BITS = 32;

/**
 * Returns the first of the Yjs client ids that a participant, or this server, writes under. It follows from the owner's
 * id alone, so every node knows whose an id is before it was ever used, and nothing has to be stored.
 */
export function firstClientId(owner: string): number {
  const range = createHash('sha256').update(owner).digest().readUInt32BE() >>> (DIGEST_BITS - OWNER_BITS);
  return ISSUED_MIN + range * CLIENT_IDS_EACH;
}

/** Returns an id of an owner's range for a new document in memory. */
export function newClientId(owner: string): number {
  return firstClientId(owner) + randomInt(CLIENT_IDS_EACH);
}

/** Whether an id belongs to somebody before it is used; others belong to who uses them first. */
export function isIssued(client: number): boolean {
  return client > CHOSEN_MAX;
}

/** Whether an issued id belongs to `owner`. */
export function isIssuedTo(client: number, owner: string): boolean {
  return rangeOf(client) === firstClientId(owner);
}

/** Returns which of `owners` has an issued id, or undefined. */
export function issuedOwners(owners: Iterable<string>): (client: number) => string | undefined {
  const byRange = new Map([...owners].map((owner) => [firstClientId(owner), owner]));
  return (client) => byRange.get(rangeOf(client));
}

const rangeOf = (client: number) => client - (client % CLIENT_IDS_EACH);
