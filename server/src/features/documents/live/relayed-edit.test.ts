import { FILE_TEXTS } from '@cip/contracts/rooms/text-limits';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { expect, test } from 'vitest';
import { replayLog, SimulatedLog, SimulatedNode } from '../../../testing/room-simulation/simulated-node.ts';
import { participantIdOf } from '../../../testing/room-simulation/peer.ts';
import { textOf } from '../log/document-replay.ts';
import { newDocument } from '../yjs/new-document.ts';

test('logs an edit that another node relayed and did not log before it crashed', async () => {
  const shared = { log: new SimulatedLog(), texts: FILE_TEXTS, nodes: [] };
  const [lost, other] = [await SimulatedNode.start(shared), await SimulatedNode.start(shared)];
  lost.document.subscribeFullText('socket', participantIdOf(0), { push: () => {}, isSlow: () => false });
  void lost.document.editFullText('socket', `${DEFAULT_CODE}!`);
  await Promise.resolve();
  lost.crash();
  other.deliver(false);
  expect(other.document.text).toBe(`${DEFAULT_CODE}!`);

  other.document.reconcile();
  other.commit();
  const replay = newDocument();
  replayLog(shared.log, replay);
  expect(textOf(replay)).toBe(`${DEFAULT_CODE}!`);
  other.crash();
});
