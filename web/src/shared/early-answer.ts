declare global {
  interface Window {
    /** What `public/early-start.js` asked for; null when nobody answered. */
    earlyAnswer?: { url: string; response: Promise<Response | null> };
  }
}

/** The answer to a call that was made while the app was still coming; each is given once. */
export async function takeEarlyAnswer(url: string): Promise<Response | null> {
  const early = window.earlyAnswer;
  if (early?.url !== url) return null;
  delete window.earlyAnswer;
  return early.response;
}
