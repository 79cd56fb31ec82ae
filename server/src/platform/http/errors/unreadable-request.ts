import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import { AppError, errorBody } from '../../../errors.ts';

const STATUS: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Replies to bytes that are not a valid HTTP request with the error shape, and closes the connection. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = STATUS[error.code ?? ''] ?? 400;
  const body = JSON.stringify(errorBody(new AppError('bad_request', 'The request could not be read.')));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Content-Length: ${body.length}`,
    'Content-Type: application/json; charset=utf-8',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
