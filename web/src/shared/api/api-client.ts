import type { Reply } from '@cip/contracts/protocol/endpoint';
import type { PublicRoute, RequiredInput, Route, RouteInput, RouteRequest, Routes } from '@cip/contracts/routes';
import { ApiError } from './api-error.ts';
import { LATE_REPLY_MS } from '../limits.ts';
import { go } from '../device/location.ts';
import { isSignedOutScreen } from '../signed-out-screens.ts';
import { noteAnswer } from './reachability.ts';
import { startDeadline, untilAborted } from './request-deadline.ts';
import { noteDateHeader } from './server-time.ts';
import { storeReturnAddress } from '../device/return-address.ts';
import { askToReauthenticate } from './reauthentication.ts';
import { forgetRefusedAccount, isReplacedToken, storedToken } from '../device/stored-account.ts';

/** The input may be left out if the route needs nothing. */
export type Arguments<R extends Route, More = unknown> =
  unknown extends RequiredInput<R> ? [input?: RouteInput<R> & More] : [input: RouteInput<R> & More];

/** A request that was sent before the app ran: its reply is read instead of a new request being sent. */
interface EarlyRequest {
  reply?: Promise<Response> | null;
}

export interface AnyInput extends EarlyRequest {
  params?: Record<string, string>;
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
  /** Sends the request to its end even if the page is closed. */
  keepalive?: boolean;
}

/**
 * Calls a route as the signed-in account. Throws ApiError; a 401 signs this device out. If the server demands a recent
 * sign-in, lets the user confirm their identity and repeats the call.
 */
export async function call<R extends Route>(route: R, ...[input]: Arguments<R>): Promise<Reply<Routes[R]>> {
  let token = storedToken();
  const sendOnce = () => send<Reply<Routes[R]>>(ACCOUNT_BASE, route, input ?? {}, (token = storedToken()));
  try {
    return await sendOnce().catch(async (error: unknown) => {
      if (!isReauthenticationNeeded(error) || !(await askToReauthenticate())) throw error;
      return sendOnce();
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && !isReplacedToken(token)) leaveForLogin();
    throw error;
  }
}

const isReauthenticationNeeded = (error: unknown) => error instanceof ApiError && error.code === 'reauthenticate';

/** Calls a route like `call`, but a 401 does not sign out. For checks of the sign-in. */
export function probe<R extends Route>(route: R, ...[input]: Arguments<R>): Promise<Reply<Routes[R]>> {
  return send(ACCOUNT_BASE, route, input ?? {}, storedToken());
}

/** Calls a route with a given token, not with the account's. Throws ApiError; a 401 does not sign out. */
export function callAs(
  token: string,
  { route, ...input }: RouteRequest<Route> & Pick<AnyInput, 'keepalive'>,
): Promise<unknown> {
  return send(ACCOUNT_BASE, route, input, token);
}

/** Calls a public route without a bearer token. Throws ApiError; a 401 does not sign out. */
export function callPublic<R extends PublicRoute>(
  route: R,
  ...[input]: Arguments<R, EarlyRequest>
): Promise<Reply<Routes[R]>> {
  return send(PUBLIC_BASE, route, input ?? {}, null);
}

/** Calls a public route with a candidate's token. Throws ApiError; a 401 does not sign out. */
export function callAsCandidate<R extends PublicRoute>(
  token: string,
  route: R,
  ...[input]: Arguments<R>
): Promise<Reply<Routes[R]>> {
  return send(PUBLIC_BASE, route, input ?? {}, token);
}

async function send<T>(base: string, route: Route, input: AnyInput, token: string | null): Promise<T> {
  const deadline = startDeadline(input.signal);
  const late = route.startsWith('GET') ? setTimeout(noteAnswer, LATE_REPLY_MS, false) : undefined;
  const begun = () => clearTimeout(late);
  try {
    const pending = request(base, route, input, token, deadline.signal);
    return await receive<T>(await pending.finally(begun));
  } finally {
    deadline.clear();
  }
}

async function receive<T>(response: Response): Promise<T> {
  const body = await readJson(response);
  if (!response.ok) return refuse(response, body);
  // If a reply breaks off, or comes from a captive portal, it is not our server's.
  if (body === undefined) return unreached();
  noteAnswer(true);
  return body as T;
}

/** Resolves to the body of a reply, or undefined if it is not JSON. */
export function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/** Statuses with which a balancer, or a captive portal (511), replies in place of the server. */
const INTERMEDIARY_STATUSES = new Set([502, 503, 504, 511]);

/** Throws the refusal of a call, or that the server was not reached if an intermediary replied. */
export function refuse(response: Response, body: unknown): never {
  const error = new ApiError(response.status, body);
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (!error.fromServer && (isPage || INTERMEDIARY_STATUSES.has(response.status))) return unreached();
  noteAnswer(true);
  throw error;
}

/** Sends a request until `signal` aborts. Throws ApiError if the server is not reached. */
export async function request(
  base: string,
  route: Route,
  input: AnyInput,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> {
  const [method = '', url = ''] = route.split(' ');
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const init: RequestInit = { method, headers, signal };
  if (input.body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = JSON.stringify(input.body);
  }
  if (input.keepalive) init.keepalive = true;
  const address = base + pathOf(url, input);
  const sentAt = performance.now();
  const reply = input.reply ? untilAborted(input.reply, signal) : fetch(address, init);
  const response = await reply.catch((error: unknown) => {
    // Not noted as unreachable, because the caller no longer waits and the server may be well.
    if (input.signal?.aborted) throw error;
    return unreached();
  });
  // If the reply waited for the app, its date is old.
  if (!input.reply) noteDateHeader(response, sentAt);
  return response;
}

function unreached(): never {
  noteAnswer(false);
  throw new ApiError(0, null);
}

function pathOf(url: string, { params = {}, query = {} }: AnyInput): string {
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

/** Where the calls of accounts go. */
export const ACCOUNT_BASE = baseOf(import.meta.env['VITE_API_URL'] as string | undefined);
/** Where public calls go. */
export const PUBLIC_BASE = baseOf(import.meta.env['VITE_PUBLIC_API_URL'] as string | undefined);

/** Signs this device out because the server rejects its token (spec section 4). */
export function leaveForLogin(): void {
  if (isSignedOutScreen()) return;
  storeReturnAddress();
  forgetRefusedAccount();
  go('/login');
}
