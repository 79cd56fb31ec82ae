import type { Rules } from '@cip/contracts/rooms/rules';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';

// Lazy, because most interviewers leave the rules as they are.
const RuleDialog = lazyPart(async () => (await import('../../../features/interviews/RuleDialog.tsx')).RuleDialog);

/** Returns the action that opens the dialog about the room's rules, and that dialog. */
export function useRuleDialog(room: LiveRoom): { ruleAction: Action; ruleDialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const isConnected = useRoomState(room, (state) => state.isConnected);
  const rule = useRoomState(room, (state) => state.rule);
  const completion = useRoomState(room, (state) => state.completion);
  return {
    ruleAction: {
      label: 'Change rules',
      disabled: !isConnected,
      onSelect: () => setOpen(true),
    },
    ruleDialog: isOpen && (
      <Suspense>
        <RuleDialog
          rules={{ rule, completion }}
          help="Everyone in the room sees it immediately, and the playback shows when it changed."
          save={(changed) => changeRulesOf(room, changed)}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}

async function changeRulesOf({ connection }: LiveRoom, { rule, completion }: Partial<Rules>): Promise<void> {
  const acks = [
    rule !== undefined && (await connection.request('room:change-rule', { rule })),
    completion !== undefined && (await connection.request('room:change-completion', { completion })),
  ];
  for (const ack of acks) if (ack && !ack.ok) throw new ApiError(409, ack.error);
}
