import type { Server, ServerResponse } from 'node:http';
import { TooManyFailures } from '../../redis/failure-limit.ts';

/**
 * For routes that stream their replies. Fastify's HEAD would run the handler and read the whole stream, which counts as
 * no open reply.
 */
export const STREAMED = { exposeHeadRoute: false } as const;

/** Streamed replies that one reader has open: a player, a second tab and a download. */
const OWN_MAX = 3;
/** Streamed replies that are open on a node. While its reader takes nothing, each holds up to 12 MB. */
const NODE_MAX = 20;
/** A usual recording or archive is read by then (s). */
const RETRY_SECONDS = 10;

/** The open replies of a node's server with their readers, in the order in which their readers last took something. */
const repliesOf = new WeakMap<Server, Map<ServerResponse, string>>();

/**
 * Counts a streamed reply of a reader, an account or a link, until it closes. If the node has too many, the one whose
 * reader has taken nothing for the longest time is ended, so that nobody is refused because others do not read. Throws
 * TooManyFailures if the reader has too many.
 */
export function countOpenReply(
  { raw, server: { server } }: { raw: ServerResponse; server: { server: Server } },
  reader: string,
): void {
  const openReplies = repliesOf.get(server) ?? new Map<ServerResponse, string>();
  repliesOf.set(server, openReplies);
  const own = [...openReplies.values()].filter((each) => each === reader);
  if (own.length >= OWN_MAX)
    throw new TooManyFailures(
      RETRY_SECONDS,
      `At most ${OWN_MAX} recordings or exports load at a time. Wait until one of them has loaded, or close it.`,
    );
  const [stalest] = openReplies.keys();
  if (openReplies.size >= NODE_MAX && stalest) {
    openReplies.delete(stalest);
    stalest.destroy();
  }
  openReplies.set(raw, reader);
  raw.on('drain', () => {
    if (openReplies.delete(raw)) openReplies.set(raw, reader);
  });
  raw.once('close', () => openReplies.delete(raw));
}
