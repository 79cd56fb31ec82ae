/** What Engine.IO tells of a packet before it sends it, as far as it matters here. */
interface OutgoingPacket {
  type: string;
  data?: unknown;
  options?: { wsPreEncodedFrame?: unknown };
}

/** Larger packets gain nothing from being copied behind their head. */
const SMALL_BYTES = 4_096;
/** The head of a whole text frame of WebSocket's protocol, and what its length byte says when two more follow. */
const WHOLE_TEXT = 0x81;
const TWO_MORE_BYTES = 126;
/** Engine.IO's own first character of a message. */
const MESSAGE = '4';

/**
 * Makes a small message one buffer, its frame's head included: the library would hand head and body to the kernel
 * as two, which costs more than all else it does for a message of a few bytes. Other transports take no notice.
 */
export function sendInOneWrite({ type, data, options }: OutgoingPacket): void {
  if (type !== 'message' || typeof data !== 'string' || !options || options.wsPreEncodedFrame) return;
  const size = Buffer.byteLength(data) + MESSAGE.length;
  if (size > SMALL_BYTES) return;
  const head = size < TWO_MORE_BYTES ? [WHOLE_TEXT, size] : [WHOLE_TEXT, TWO_MORE_BYTES, size >> 8, size & 0xff];
  const frame = Buffer.allocUnsafe(head.length + size);
  for (const [at, byte] of head.entries()) frame[at] = byte;
  frame.write(MESSAGE, head.length, 'latin1');
  frame.write(data, head.length + MESSAGE.length);
  options.wsPreEncodedFrame = [frame];
}
