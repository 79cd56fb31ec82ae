declare global {
  /** The replies to the requests of `src/early-start.ts`, by method, address and body. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** Returns the reply to a request that was sent while the app was loading, at most once. */
export function takeEarlyAnswer(method: string, url: string, body?: string): Promise<Response> | undefined {
  const asked = [method, url, body].join(' ');
  const answer = globalThis.earlyAnswers?.get(asked);
  globalThis.earlyAnswers?.delete(asked);
  return answer;
}
