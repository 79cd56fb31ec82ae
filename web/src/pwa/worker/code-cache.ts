/**
 * Returns a copy of a cached module, and any other response unchanged. If a module comes from a cache, Chromium
 * compiles it and stores the result beside it after the first run: 170 ms on a slow phone, in the middle of a join. It
 * never reads that again, because these modules are compiled off the main thread as they arrive (decision 0015).
 */
export async function withoutCodeCache<Cached extends Response | null | undefined>(
  { url }: Request,
  cached: Cached,
): Promise<Cached | Response> {
  if (!cached || !/\/assets\/.*\.js$/.test(url)) return cached;
  const { status, statusText, headers } = cached;
  // A blob refers to the bytes without copying them.
  return new Response(await cached.blob(), { status, statusText, headers });
}
