import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isIn, isPublic, type Networks } from './networks.ts';

/**
 * Why a request got no reply. `refused` also if a name has no address: otherwise a customer's own name that points to
 * another name would show which names a private network has.
 */
export type PostFailure = 'refused' | 'timeout' | 'tls' | 'connection';
/** The status of the reply, or why there was none. */
export type PostResult = { status: number } | { failure: PostFailure };

/** Returns the addresses of a host name; an empty list if it has none. */
export type Resolve = (host: string) => Promise<string[]>;

interface Destination {
  /** Networks that are allowed besides the public internet; only there is http allowed. */
  networks: Networks;
  resolve?: Resolve;
}

interface PostOptions extends Destination {
  headers: Record<string, string>;
  body: string;
  /** Aborts the request, which is a `timeout` then. */
  signal: AbortSignal;
  timeoutMs?: number;
}

/** Time for the whole request by default, name and connection included (ms). */
const TIMEOUT_MS = 10_000;
/** Time for one query of a name server (ms), so that a slow one does not use up the whole time. */
const DNS_TIMEOUT_MS = 3_000;
/** Bytes of a reply's headers; its body is not read. */
const HEADERS_MAX_BYTES = 16 * 1024;

/** Ports of public hosts, the default one first: with any port, the failures would map the services of other hosts. */
const HTTPS_PORTS = ['', '8443'];

// Not the system's lookup, because slow name servers would block its few threads, which hash passwords too.
const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });

const resolveHost: Resolve = async (host) => {
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/** Returns the addresses that a URL may be sent to, or null. Each of its host's addresses must be allowed. */
export async function findAddresses(
  url: URL,
  { networks, resolve = resolveHost }: Destination,
): Promise<string[] | null> {
  const isWeb = url.protocol === 'https:' && HTTPS_PORTS.includes(url.port);
  const isAllowed = (address: string) => isIn(address, networks) || (isWeb && isPublic(address));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  return addresses.length > 0 && addresses.every(isAllowed) ? addresses : null;
}

/**
 * Sends a POST request to an address that a customer entered. It connects only to the checked addresses, so that a name
 * leads nowhere else if it resolves differently a moment later. Redirects are not followed, and the body of the reply
 * is not read.
 */
export async function post(text: string, options: PostOptions): Promise<PostResult> {
  const url = new URL(text);
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)]);
  try {
    const addresses = await orAborted(findAddresses(url, options), signal);
    return addresses ? await send(url, addresses, { ...options, signal }) : { failure: 'refused' };
  } catch (error) {
    return { failure: signal.aborted ? 'timeout' : failureOf(error) };
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function send(
  url: URL,
  addresses: string[],
  { headers, body, signal }: Pick<PostOptions, 'headers' | 'body' | 'signal'>,
): Promise<PostResult> {
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection of its own, because a kept one would be reused without a check.
    agent: false,
    lookup: lookupOf(addresses),
    maxHeaderSize: HEADERS_MAX_BYTES,
    signal,
  });
  return new Promise((resolve, reject) => {
    request.on('response', (response: IncomingMessage) => {
      resolve({ status: response.statusCode ?? 0 });
      response.destroy();
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('The connection closed without a reply.')));
    request.end(body);
  });
}

/** Returns a lookup that answers with known addresses. */
function lookupOf(addresses: string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = known;
    if (all) callback(null, known);
    else callback(null, first?.address ?? '', first?.family);
  };
}

const TLS_CODES = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function failureOf(error: unknown): PostFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TLS_CODES.test(code)) return 'tls';
  return code === 'ETIMEDOUT' ? 'timeout' : 'connection';
}
