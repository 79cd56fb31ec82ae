import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { SHARE_PATH } from '../messages.ts';
import { keepShared, sharedFrom } from '../shared-text.ts';

/**
 * Keeps what the system's share sheet posts and answers with the page that shows it. Nothing starts by itself: any
 * site could post here.
 */
export async function takeShared({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  try {
    await keepShared(await sharedFrom(await request.formData()));
    return Response.redirect(SHARE_PATH, 303);
  } catch {
    return Response.redirect(`${SHARE_PATH}?problem=storage`, 303);
  }
}
