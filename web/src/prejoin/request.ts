/** Sends a request to the public API. If it fails, the app reports that, because it reads the reply. */
export function request(method: string, url: string, body?: object): Promise<Response> {
  const json = 'application/json';
  const headers = body === undefined ? { accept: json } : { accept: json, 'content-type': json };
  const reply = fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  reply.catch(() => undefined);
  return reply;
}
