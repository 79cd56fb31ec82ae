import { afterEach } from 'vitest';

/** Returns a function that registers clients to be closed after each test. */
export function closeAfterEach(): <C extends { close(): void }>(client: C) => C {
  const clients: { close(): void }[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  return (client) => {
    clients.push(client);
    return client;
  };
}
