/** How long to wait for something that has to happen, in milliseconds: far beyond any honest delay. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 10;

/** Waits until `look` finds something and answers with it. Throws after `patienceMs`, naming `what`. */
export async function until<T>(
  what: string,
  look: () => T | undefined | null | false,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
