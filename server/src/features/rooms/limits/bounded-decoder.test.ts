import { expect, test } from 'vitest';
import { BoundedDecoder } from './bounded-decoder.ts';

/** Returns the events that a decoder emits for a packet. */
function eventsOf(packet: unknown): unknown[] {
  const decoder = new BoundedDecoder();
  const events: unknown[] = [];
  decoder.on('decoded', ({ data }: { data?: unknown }) => events.push(data));
  decoder.add(packet);
  return events;
}

const values = (count: number) => Array(count).fill('1').join(',');

test('emits an event with thousands of arguments without them', () => {
  expect(eventsOf(`2/rooms,7["custom:event",${values(40_000)}]`)).toEqual([['too-many-fields']]);
  expect(eventsOf(`2["custom:event",${'['.repeat(40_000)}`)).toEqual([['too-many-fields']]);
});

test('refuses an acknowledgement with thousands of values', () => {
  expect(() => eventsOf(`3/rooms,7[${values(40_000)}]`)).toThrow('The packet has too many fields.');
});

test('emits an event with a payload as it is', () => {
  expect(eventsOf('2/rooms,7["custom:event",{"event":"x"}]')).toEqual([['custom:event', { event: 'x' }]]);
});

test('refuses binary packets of events and acknowledgements', () => {
  for (const packet of ['51-/rooms,7["heartbeat",{"_placeholder":true,"num":0}]', '61-/rooms,7[1]', Buffer.alloc(8)])
    expect(() => eventsOf(packet)).toThrow('The packet is binary.');
});
