import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useHistoryLocation } from '../../shared/use-history-location.ts';

/** Manages the part of the address that names the open session and the status filter. */
export function useSessionAddress() {
  const { session, status } = useSearch({ strict: false });
  const { state } = useHistoryLocation();
  const navigate = useNavigate();
  const { history } = useRouter();
  const replace = (search: object) =>
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, ...search }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  return {
    session,
    status,
    /** The session was scheduled a moment ago. */
    isNew: state.isNew === true,
    /** The page opened to schedule a session. */
    isPlanning: state.isPlanning === true,
    /** The template of the session that is scheduled. */
    templateId: state.templateId,
    /** Opens a session's details; Back closes them. */
    open: (roomCode: string, { isNew = false } = {}) =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, session: roomCode }),
        state: { isOpened: true, isNew },
        resetScroll: false,
        // The form that scheduled it is about to close.
        ignoreBlocker: isNew,
      }),
    /** Closes them without a question, which their sheet has shown. */
    close: () => (state.isOpened === true ? history.back({ ignoreBlocker: true }) : replace({ session: undefined })),
    /** Drops the part that only the navigation here knew. */
    forget: () => replace({}),
  };
}
