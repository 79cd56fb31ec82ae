import { CLIENT_IDS_EACH } from '@cip/contracts/rooms/text-limits';
import { createHash, randomInt } from 'node:crypto';

/** The largest id that a page of an earlier release may have chosen itself: 32 bits. */
const CHOSEN_MAX = 0xffff_ffff;
/** The smallest issued id; all of them take seven bytes on the wire. */
const ISSUED_MIN = 2 ** 48;
/** Bits of the digest that select the range of an owner. */
const OWNER_BITS = 27;
const DIGEST_BITS = 32;

/**
 * Returns the first of the Yjs client ids under which a participant, or this server, writes. Because it is derived from
 * the id of the owner alone, every node knows the owner of an id before its first use, and nothing is stored.
 */
export function firstClientId(owner: string): number {
  const range = createHash('sha256').update(owner).digest().readUInt32BE() >>> (DIGEST_BITS - OWNER_BITS);
  return ISSUED_MIN + range * CLIENT_IDS_EACH;
}

/** Returns a random id of the range of an owner, for a new document in memory. */
export function newClientId(owner: string): number {
  return firstClientId(owner) + randomInt(CLIENT_IDS_EACH);
}

/**
 * True if an id was issued, so that its owner is known before its first use; any other id belongs to its first user.
 */
export function isIssued(client: number): boolean {
  return client > CHOSEN_MAX;
}

/** True if an issued id belongs to `owner`. */
export function isIssuedTo(client: number, owner: string): boolean {
  return rangeOf(client) === firstClientId(owner);
}

/** Returns a function that finds the owner of an issued id among `owners`, or undefined. */
export function issuedOwners(owners: Iterable<string>): (client: number) => string | undefined {
  const byRange = new Map([...owners].map((owner) => [firstClientId(owner), owner]));
  return (client) => byRange.get(rangeOf(client));
}

const rangeOf = (client: number) => client - (client % CLIENT_IDS_EACH);
