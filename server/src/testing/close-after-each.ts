import { afterEach } from 'vitest';

/** Answers with what remembers clients; after each test of the file it closes those, and forgets them. */
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
