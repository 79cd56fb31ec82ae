import type { Body, Params, Query, Reply } from '@cip/contracts/endpoint';
import { ApiError } from './api-error.ts';
import { LATE_REPLY_MS } from '../limits.ts';
import { go } from '../device/location.ts';
import { isSignedOutScreen } from '../signed-out-screens.ts';
import { noteAnswer } from './reachability.ts';
import { startDeadline, untilAborted } from './request-deadline.ts';
import { noteDateHeader } from './server-time.ts';
import { storeReturnAddress } from '../return-address.ts';
import { askToReauthenticate } from '../form/reauthentication.ts';
import { forgetAccount, storedToken } from '../device/stored-account.ts';

interface AnyEndpoint {
  method: string;
  url: string;
  schema: unknown;
}

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]: T };
type Input<E> = Part<'params', Params<E>> & Part<'body', Body<E>> & Partial<Part<'query', Query<E>> & object>;
/** The third argument may be left out where the endpoint needs nothing. */
type Arguments<E, More = unknown> = unknown extends Part<'params', Params<E>> & Part<'body', Body<E>>
  ? [input?: Input<E> & More]
  : [input: Input<E> & More];

/** A request that was sent before the app ran: its reply is read instead of a new request being sent. */
interface Sent {
  reply?: Promise<Response> | null;
}

interface Given extends Sent {
  params?: Record<string, string>;
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
}

/**
 * Calls an endpoint as the signed-in account. Throws ApiError; a 401 signs this device out. When the server demands a
 * recent sign-in, asks the user to confirm their identity and repeats the call.
 */
export async function call<E extends AnyEndpoint>(
  method: E['method'],
  url: E['url'],
  ...[input]: Arguments<E>
): Promise<Reply<E>> {
  const sendOnce = () => send<Reply<E>>(ACCOUNT_BASE, method, url, input ?? {}, storedToken());
  try {
    return await sendOnce().catch(async (error: unknown) => {
      if (!isReauthenticationNeeded(error) || !(await askToReauthenticate())) throw error;
      return sendOnce();
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) leaveForLogin();
    throw error;
  }
}

const isReauthenticationNeeded = (error: unknown) => error instanceof ApiError && error.code === 'reauthenticate';

/** Calls an endpoint like `call`, but a 401 does not sign out: for checking whether this device is signed in. */
export function probe<E extends AnyEndpoint>(
  method: E['method'],
  url: E['url'],
  ...[input]: Arguments<E>
): Promise<Reply<E>> {
  return send<Reply<E>>(ACCOUNT_BASE, method, url, input ?? {}, storedToken());
}

/** Calls an endpoint with a given token, not that of the signed-in account. Throws ApiError; a 401 does not sign out. */
export function callAs(token: string, { method, url, ...given }: Given & { method: string; url: string }) {
  return send<unknown>(ACCOUNT_BASE, method, url, given, token);
}

/** Calls a public endpoint without a bearer token. Throws ApiError; a 401 does not sign out. */
export function callPublic<E extends AnyEndpoint>(
  method: E['method'],
  url: E['url'],
  ...[input]: Arguments<E, Sent>
): Promise<Reply<E>> {
  return send<Reply<E>>(PUBLIC_BASE, method, url, input ?? {}, null);
}

/** Downloads a file as the signed-in account. Throws ApiError; a 401 signs this device out. */
export async function download(url: string, params: Record<string, string> = {}): Promise<Blob> {
  const deadline = startDeadline();
  // The deadline ends with the headers: a large file may take longer.
  const response = await request(ACCOUNT_BASE, 'GET', url, { params, signal: deadline.signal }, storedToken()).finally(
    deadline.clear,
  );
  if (response.status === 401) leaveForLogin();
  if (!response.ok) return refuse(response, await readJson(response));
  noteAnswer(true);
  return response.blob();
}

async function send<T>(base: string, method: string, url: string, given: Given, token: string | null): Promise<T> {
  const deadline = startDeadline(given.signal);
  const late = method === 'GET' ? setTimeout(noteAnswer, LATE_REPLY_MS, false) : undefined;
  const begun = () => clearTimeout(late);
  try {
    const pending = request(base, method, url, { ...given, signal: deadline.signal }, token);
    return await receive<T>(await pending.finally(begun));
  } finally {
    deadline.clear();
  }
}

async function receive<T>(response: Response): Promise<T> {
  const body = await readJson(response);
  if (!response.ok) return refuse(response, body);
  // A reply that breaks off, or one from a captive portal, does not come from our server.
  if (body === undefined) return unreached();
  noteAnswer(true);
  return body as T;
}

/** Resolves to the body of a reply, or undefined when it is not JSON. */
function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/** Statuses with which a balancer, or a captive portal (511), replies in place of the server. */
const INTERMEDIARY_STATUSES = new Set([502, 503, 504, 511]);

/** Throws the refusal of a call, or that the server was not reached when an intermediary replied. */
function refuse(response: Response, body: unknown): never {
  const error = new ApiError(response.status, body);
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (!error.fromServer && (isPage || INTERMEDIARY_STATUSES.has(response.status))) return unreached();
  noteAnswer(true);
  throw error;
}

async function request(base: string, method: string, url: string, given: Given, token: string | null) {
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const init: RequestInit = { method, headers };
  if (given.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(given.body);
  }
  if (given.signal) init.signal = given.signal;
  const address = base + pathOf(url, given);
  const sentAt = performance.now();
  const reply = given.reply ? untilAborted(given.reply, init.signal) : fetch(address, init);
  const response = await reply.catch(unreached);
  // A reply that waited for the app has an old date.
  if (!given.reply) noteDateHeader(response, sentAt);
  return response;
}

function unreached(): never {
  noteAnswer(false);
  throw new ApiError(0, null);
}

function pathOf(url: string, { params = {}, query = {} }: Given): string {
  const path = url.replace(/:([A-Za-z_]+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Returns the base address of the API; the configured host may end in `/api`. */
function baseOf(host: string | undefined): string {
  return `${(host ?? '').replace(/\/+$/, '').replace(/\/api$/, '')}/api`;
}

const ACCOUNT_BASE = baseOf(import.meta.env['VITE_API_URL'] as string | undefined);
const PUBLIC_BASE = baseOf(import.meta.env['VITE_PUBLIC_API_URL'] as string | undefined);

/** Signs this device out because the server rejects its token (spec section 4). */
export function leaveForLogin(): void {
  if (isSignedOutScreen()) return;
  storeReturnAddress();
  forgetAccount();
  go('/login');
}
