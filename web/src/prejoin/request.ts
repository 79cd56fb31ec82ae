/** Sends a request to the public API. Its failure is for the app, which reads the reply. */
export function request(method: string, url: string, body?: object): Promise<Response> {
  const json = 'application/json';
  const headers = body === undefined ? { accept: json } : { accept: json, 'content-type': json };
  const reply = fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  reply.catch(() => undefined);
  return reply;
}
