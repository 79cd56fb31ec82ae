import { expect, test } from 'vitest';
import { preconnect, takePreconnected } from './preconnect.ts';

test('leaves the connection to the room if the origin has no scheme', () => {
  preconnect('sockets.example');
  expect(takePreconnected()).toBeNull();
});
