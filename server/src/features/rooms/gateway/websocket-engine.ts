import { WebSocketServer, type WebSocket } from 'ws';
import { CONNECTION } from '../limits/rates.ts';
import { TokenBucket } from '../limits/token-bucket.ts';

/** How long a peer has to finish the closing of its connection (ms); unsent bytes stay in memory that long. */
const CLOSE_WITHIN_MS = 2_000;

/**
 * The WebSocket server of Engine.IO with a limit on pings and pongs, which never become packets: each ping is answered,
 * even if the peer reads nothing or never joins a room. The first binary frame, which no client sends, ends its
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
      endAtBinaryFrame(webSocket);
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

/** The part of the receiver of ws that reads the first bytes of a frame. */
interface FrameReader {
  _opcode: number;
  getInfo(callback: (error?: Error) => void): void;
}
const BINARY_FRAME = 2;

/**
 * Ends a connection at the head of a binary frame. ws reports a message when all of it is there: a megabyte that is
 * collected for nothing, again with each connection. An orderly close would read on until the peer answers it.
 */
function endAtBinaryFrame(webSocket: WebSocket): void {
  const reader = Reflect.get(webSocket, '_receiver') as FrameReader;
  const getInfo = reader.getInfo.bind(reader);
  reader.getInfo = (callback) => {
    getInfo(callback);
    if (reader._opcode === BINARY_FRAME) webSocket.terminate();
  };
}
