import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js';
import { SHARE_PATH } from '../../shared/share-path.ts';
import { storeShared, parseShared } from '../shared-text.ts';

/**
 * Stores the post of the system's share sheet and redirects to the page that shows it. Nothing starts by itself,
 * because any site could post here.
 */
export async function receiveShared({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  try {
    await storeShared(await parseShared(await request.formData()));
    return Response.redirect(SHARE_PATH, 303);
  } catch {
    return Response.redirect(`${SHARE_PATH}?problem=storage`, 303);
  }
}
