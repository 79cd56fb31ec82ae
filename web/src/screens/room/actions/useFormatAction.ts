import { canFormat } from '../../../features/documents/format/format-languages.ts';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { useIsReadOnly } from '../live/useIsReadOnly.ts';

/** Returns the menu's action that formats the code; none in a language without a formatter. */
export function useFormatAction(room: LiveRoom): Action[] {
  const language = useRoomState(room, (state) => state.language);
  const isReadOnly = useIsReadOnly(room);
  if (!canFormat(language)) return [];
  return [{ label: 'Format code', disabled: isReadOnly, onSelect: () => room.editor.get()?.format() }];
}
