import { heartbeat, removeParticipant } from '@cip/contracts/rooms/rooms';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { handle } from './socket-events.ts';

it('refuses to register an event without a declared sender', () => {
  const undeclared: object = { ...heartbeat, from: undefined };

  expect(() => handle(undeclared as typeof heartbeat, () => ({}))).toThrow(
    'The event heartbeat does not declare who may send it.',
  );
});

it('reads ids in lower case, as groups and maps have them', async () => {
  const seen: string[] = [];
  const id = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';
  const { run } = handle(removeParticipant, (_caller: null, { participantId }) => {
    seen.push(participantId);
    return {};
  });

  for (const participantId of [id, id.toUpperCase()])
    expect(await run(null, { participantId }, fastify().log)).toEqual({ ok: true });

  expect(seen).toEqual([id, id]);
});
