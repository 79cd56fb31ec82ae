import type { Interview } from '@cip/contracts/interviews/interviews';
import { useNavigate } from '@tanstack/react-router';
import CalendarX from 'lucide-react/icons/calendar-x';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import History from 'lucide-react/icons/history';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import LogIn from 'lucide-react/icons/log-in';
import Play from 'lucide-react/icons/play';
import Trash from 'lucide-react/icons/trash-2';
import { ActionMenu } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { mayPlayBack } from '../playback-access.ts';
import { sessionKey } from '../session-key.ts';
import type { InterviewActions } from '../useInterviewActions.ts';

export interface InterviewMenuProps {
  interview: Interview;
  actions: InterviewActions;
  /** Opens the details of an interview, by its key. */
  onDetails: (key: string) => void;
}

/** Renders the menu of an interview. Its actions depend on the status and, for coordinators, on their permissions. */
export function InterviewMenu({ interview, actions, onDetails }: InterviewMenuProps) {
  const key = sessionKey(interview);
  const isScheduled = interview.status === 'scheduled';
  const ways = useWays(interview, actions);
  const items: (Action | false)[] = [
    { label: 'View Details', icon: <Eye size={16} aria-hidden />, onSelect: () => onDetails(key) },
    ...ways,
    isScheduled && {
      label: 'Cancel session',
      icon: <CalendarX size={16} aria-hidden />,
      onSelect: () => actions.askCancel(interview),
    },
    isInterviewer() && {
      label: 'Delete',
      danger: true,
      icon: <Trash size={16} aria-hidden />,
      onSelect: () => actions.askDelete(interview),
    },
  ];
  return (
    <ActionMenu
      label={`Actions for ${interview.candidate_name ?? key}`}
      actions={items.filter((item) => item !== false)}
    >
      <Ellipsis size={20} aria-hidden />
    </ActionMenu>
  );
}

/** Returns the ways into an interview and its records; coordinators have none. */
function useWays(interview: Interview, actions: InterviewActions): (Action | false)[] {
  const navigate = useNavigate();
  const { status, room_code: room } = interview;
  if (!isInterviewer()) return [];
  return [
    status === 'scheduled' && {
      label: 'Start Session',
      icon: <Play size={16} aria-hidden />,
      onSelect: () => actions.start(interview),
    },
    status === 'active' && {
      label: 'Join Session',
      icon: <LogIn size={16} aria-hidden />,
      onSelect: () => void navigate({ to: '/editor', search: { room } }),
    },
    status === 'completed' &&
      mayPlayBack(interview.ended_at) && {
        label: 'Playback',
        icon: <History size={16} aria-hidden />,
        onSelect: () => void navigate({ to: '/sessions/$id/playback', params: { id: interview.id } }),
      },
    (status === 'active' || status === 'completed') && {
      label: 'Scorecards',
      icon: <ClipboardList size={16} aria-hidden />,
      onSelect: () => void navigate({ to: '/sessions/$id', params: { id: interview.id } }),
    },
  ];
}
