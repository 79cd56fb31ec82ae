import type { InterviewRule } from '@cip/contracts/rooms/rules';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';

// Lazy, because most interviewers leave the rule as it is.
const RuleDialog = lazyPart(async () => (await import('../../../features/interviews/RuleDialog.tsx')).RuleDialog);

/** Returns the action that opens the dialog about the room's rule, and that dialog. */
export function useRuleDialog(room: LiveRoom): { ruleAction: Action; ruleDialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const isConnected = useRoomState(room, (state) => state.isConnected);
  const rule = useRoomState(room, (state) => state.rule);
  return {
    ruleAction: {
      label: rule === null ? 'Set AI rule' : 'Change AI rule',
      disabled: !isConnected,
      onSelect: () => setOpen(true),
    },
    ruleDialog: isOpen && (
      <Suspense>
        <RuleDialog
          rule={rule}
          help="Everyone in the room sees it at once, and the playback shows when it changed."
          save={(next) => changeRuleOf(room, next)}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}

async function changeRuleOf({ connection }: LiveRoom, rule: InterviewRule | null): Promise<void> {
  const ack = await connection.request('room:change-rule', { rule });
  if (!ack.ok) throw new ApiError(409, ack.error);
}
