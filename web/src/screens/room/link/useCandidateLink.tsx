import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import type { ReactNode } from 'react';
import type { LiveRoom } from '../live/live-room.ts';
import { copyLink, linkOf, shareLink } from './share-link.ts';
import { useInvitation } from './useInvitation.tsx';
import { useLinkCode } from './useLinkCode.tsx';

/** An interviewer's actions on the candidate's link. */
export interface LinkActions {
  copy: () => void;
  share: () => void;
  showCode: () => void;
  /** Shows the invitation again; null while it is open or no candidate is awaited. */
  invite: (() => void) | null;
}

interface CandidateLink {
  link: string;
  linkActions: LinkActions;
  /** The card with the link while it is open. */
  invitation: ReactNode;
  hideInvitation: () => void;
  /** The link as a QR code while that is open. */
  linkCode: ReactNode;
}

/** Returns the candidate's link, its card and its QR code. */
export function useCandidateLink(room: LiveRoom, interview: InterviewWithCode): CandidateLink {
  const link = linkOf(interview.room_code);
  const { showCode, linkCode } = useLinkCode(link);
  const { invitation, invite, hide: hideInvitation } = useInvitation(room, link, interview.candidate_name);
  const linkActions = { copy: () => void copyLink(link), share: () => void shareLink(link), showCode, invite };
  return { link, linkActions, invitation, hideInvitation, linkCode };
}
