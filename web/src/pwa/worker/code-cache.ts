/**
 * A kept module as if it came from nowhere, anything else as it is. Beside a module that comes out of a cache, Chromium
 * writes what it compiled when it has first run: a sixth of a second on a slow phone, in the middle of a join. It never
 * reads it again, since these modules are compiled beside the page's own thread as they come (decision 0015).
 */
export async function withoutCodeCache<Kept extends Response | null | undefined>(
  { url }: Request,
  kept: Kept,
): Promise<Kept | Response> {
  if (!kept || !/\/assets\/.*\.js$/.test(url)) return kept;
  const { status, statusText, headers } = kept;
  // Its bytes stay where they are: a blob only says where.
  return new Response(await kept.blob(), { status, statusText, headers });
}
