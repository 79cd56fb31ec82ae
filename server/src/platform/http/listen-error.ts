import { once } from 'node:events';
import { createServer } from 'node:net';
import { OperatorError } from '../operator-error.ts';

interface Address {
  host: string;
  port: number;
}

/** Returns an error for the operator if this machine refuses the address; any other error unchanged. */
export function listenError(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return new OperatorError(`Port ${port} is in use; set PORT to another one.`);
  if (code === 'EACCES') return new OperatorError(`This user may not listen on port ${port}; set PORT to another one.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new OperatorError(`HOST ${host} is not an address of this machine.`);
  return error;
}

/** Listens for a moment, so that a refused address is known before the database opens. Throws OperatorError. */
export async function requireAddress(address: Address): Promise<void> {
  const server = createServer().listen(address);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, address);
  }
  server.close();
  await once(server, 'close');
}
