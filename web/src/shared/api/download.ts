import type { FileRoute, PublicRoute, Route } from '@cip/contracts/routes';
import { storedToken } from '../device/stored-account.ts';
import { ACCOUNT_BASE, leaveForLogin, PUBLIC_BASE, readJson, refuse, request } from './api-client.ts';
import type { AnyInput, Arguments } from './api-client.ts';
import { noteAnswer } from './reachability.ts';
import { startDeadline } from './request-deadline.ts';

// Apart from the other calls, because the first screens download nothing.

/** Downloads a file as the signed-in account. Throws ApiError; a 401 signs this device out. */
export async function download<R extends FileRoute>(route: R, ...[input]: Arguments<R>): Promise<Blob> {
  return (await openReply(ACCOUNT_BASE, route, input ?? {}, storedToken())).blob();
}

/**
 * Opens a file that is read while it arrives, as the signed-in account. Throws ApiError; a 401 signs this device out.
 * After the headers, only the caller's signal ends it.
 */
export async function openStream<R extends FileRoute>(
  route: R,
  ...[input]: Arguments<R, { signal: AbortSignal }>
): Promise<Response> {
  return openReply(ACCOUNT_BASE, route, input ?? {}, storedToken());
}

/** Opens a public file that is read while it arrives, without a bearer token. Throws ApiError. */
export async function openPublicStream<R extends FileRoute & PublicRoute>(
  route: R,
  ...[input]: Arguments<R, { signal: AbortSignal }>
): Promise<Response> {
  return openReply(PUBLIC_BASE, route, input ?? {}, null);
}

async function openReply(base: string, route: Route, input: AnyInput, token: string | null): Promise<Response> {
  const deadline = startDeadline(input.signal);
  // The deadline ends with the headers, because a large file may take longer.
  const response = await request(base, route, input, token, deadline.signal).finally(deadline.clear);
  if (response.status === 401 && token !== null) leaveForLogin();
  if (!response.ok) return refuse(response, await readJson(response));
  noteAnswer(true);
  return response;
}
