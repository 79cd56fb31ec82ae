/** The `WebSocket` of a browser that refuses every connection, as a content policy can. */
export class RefusedWebSocket {
  constructor() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }
}
