/** Calls the REST API. Rejects with the response body on an error status. */
export async function call<T>(url: string, method: string, path: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  const result: T = await response.json();
  return result;
}
