import { describe, expect, test } from 'vitest';
import { sendInOneWrite } from './one-write.ts';

/** Decodes a WebSocket frame (RFC 6455). */
function read(frame: unknown): { opcode: number; isWhole: boolean; isMasked: boolean; text: string } {
  if (!Array.isArray(frame) || !Buffer.isBuffer(frame[0]) || frame.length !== 1) throw new Error('not one buffer');
  const [bytes] = frame;
  const [first = 0, second = 0] = bytes;
  const size = second & 0x7f;
  const [from, length] = size === 126 ? [4, bytes.readUInt16BE(2)] : [2, size];
  expect(bytes).toHaveLength(from + length);
  return { opcode: first & 0xf, isWhole: first === 0x81, isMasked: second >= 0x80, text: bytes.toString('utf8', from) };
}

describe('a small message', () => {
  test.each([1, 124, 125, 126, 300, 4_095])('encodes a message of %i bytes as one text frame', (length) => {
    const packet = { type: 'message', data: 'x'.repeat(length), options: {} };
    sendInOneWrite(packet);
    expect(read(Reflect.get(packet.options, 'wsPreEncodedFrame'))).toEqual({
      opcode: 1,
      isWhole: true,
      isMasked: false,
      text: `4${'x'.repeat(length)}`,
    });
  });

  test('encodes a small message as UTF-8', () => {
    const packet = { type: 'message', data: '2/room,["say","žluť 漢字 😀"]', options: {} };
    sendInOneWrite(packet);
    expect(read(Reflect.get(packet.options, 'wsPreEncodedFrame')).text).toBe(`4${packet.data}`);
  });
});

test.each([
  ['a large message', { type: 'message', data: 'x'.repeat(5_000), options: {} }],
  ['bytes', { type: 'message', data: Buffer.from('bytes'), options: {} }],
  ['a ping', { type: 'ping', options: {} }],
])('leaves %s unchanged', (_what, packet) => {
  sendInOneWrite(packet);
  expect(packet.options).toEqual({});
});

test('leaves a packet that has a frame already', () => {
  const packet = { type: 'message', data: 'text', options: { wsPreEncodedFrame: ['made'] } };
  sendInOneWrite(packet);
  expect(packet.options.wsPreEncodedFrame).toEqual(['made']);
});
