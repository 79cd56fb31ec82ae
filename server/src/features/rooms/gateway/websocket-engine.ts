import { WebSocketServer, type WebSocket } from 'ws';
import { CONNECTION } from '../limits/rates.ts';
import { TokenBucket } from '../limits/token-bucket.ts';

/** How long a peer has to finish the closing of its connection (ms); unsent bytes stay in memory that long. */
const CLOSE_WITHIN_MS = 2_000;

/**
 * The WebSocket server of Engine.IO with a limit on pings and pongs, which never become packets: each ping is answered,
 * even if the peer reads nothing or never joins a room. The first binary message, which no client sends, ends its
 * connection.
 */
export class BoundedWebSocketServer extends WebSocketServer {
  constructor(options: ConstructorParameters<typeof WebSocketServer>[0]) {
    // The types do not know the option yet.
    super(Object.assign({}, options, { closeTimeout: CLOSE_WITHIN_MS }));
  }

  override handleUpgrade(...[request, socket, head, accept]: Parameters<WebSocketServer['handleUpgrade']>): void {
    super.handleUpgrade(request, socket, head, (webSocket, ...rest) => {
      limitControlFrames(webSocket);
      // An orderly close would read on until the peer answers it: up to 2 s of frames as large as the peer likes.
      webSocket.on('message', (_data, isBinary) => isBinary && webSocket.terminate());
      accept(webSocket, ...rest);
    });
  }
}

function limitControlFrames(webSocket: WebSocket): void {
  const frames = new TokenBucket(CONNECTION.controlFrames);
  const count = () => {
    if (!frames.take()) webSocket.terminate();
  };
  webSocket.on('ping', count);
  webSocket.on('pong', count);
}
