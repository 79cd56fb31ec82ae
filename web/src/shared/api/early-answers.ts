declare global {
  /** The answers to what `src/early-start.ts` asked, by method, address and body. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** The answer to a call that was made while the app was still coming; each is given once. */
export function takeEarlyAnswer(method: string, url: string, body?: string): Promise<Response> | undefined {
  const asked = [method, url, body].join(' ');
  const answer = globalThis.earlyAnswers?.get(asked);
  globalThis.earlyAnswers?.delete(asked);
  return answer;
}
