import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { callHost } from '../../../shared/ui/CallLink.tsx';

/** Returns the action that opens a call in another tab, for menus; none if there is no safe link. */
export function callActions(link: string | null | undefined): Action[] {
  const host = callHost(link);
  if (!link || host === null) return [];
  return [
    { label: `Join the call at ${host}`, onSelect: () => void window.open(link, '_blank', 'noopener,noreferrer') },
  ];
}
