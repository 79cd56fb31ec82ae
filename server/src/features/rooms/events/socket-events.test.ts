import { heartbeat } from '@cip/contracts/rooms/rooms';
import { expect, it } from 'vitest';
import { handle } from './socket-events.ts';

it('refuses to register an event without a declared sender', () => {
  const undeclared: object = { ...heartbeat, from: undefined };

  expect(() => handle(undeclared as typeof heartbeat, () => ({}))).toThrow(
    'The event heartbeat does not declare who may send it.',
  );
});
