import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that a receiver got. */
export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that receives webhooks on 127.0.0.1. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedMessage[];
  /** Writes the replies; 204 unless replaced. */
  reply: (response: ServerResponse, request: IncomingMessage) => void;
  close(): Promise<void>;
}

/** Starts a receiver. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => void receive(request, response));
  const receiver: WebhookReceiver = {
    url: '',
    received: [],
    reply: (response) => response.writeHead(204).end(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Clients of these tests break their connections.
    response.on('error', () => {});
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    receiver.received.push({ headers: request.headers, body });
    receiver.reply(response, request);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}
