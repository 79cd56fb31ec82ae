import type { ReactNode } from 'react';
import { useKeyHelp } from '../../../shared/ui/overlay/useKeyHelp.tsx';
import type { HelpedKey } from '../../../shared/ui/overlay/KeyHelpDialog.tsx';
import { FORMAT_KEY } from '../../../features/documents/format/format-languages.ts';
import { NOTES_KEY } from '../notes/useNotesKey.ts';

const CANDIDATE_KEYS: readonly HelpedKey[] = [
  ['Ctrl+Enter', 'Run the code, or stop it'],
  ['Ctrl+Shift+Enter', 'Run the test files'],
  ['Tab', 'Indent'],
  [FORMAT_KEY, 'Format the code'],
  ['Ctrl+Shift+F', 'Search all files, if there are several'],
  ['Ctrl+M, Tab', 'Leave the editor; Ctrl+M again to indent'],
  ['F8', 'Go to the error in the code'],
  ['?', 'This list, outside of the editor'],
];

const INTERVIEWER_KEYS: readonly HelpedKey[] = [[NOTES_KEY, 'My notes, and back to the code'], ...CANDIDATE_KEYS];

/** Returns the list of the room's keys while it is open. */
export function useRoomKeys(userType: 'interviewer' | 'candidate'): ReactNode {
  return useKeyHelp(userType === 'interviewer' ? INTERVIEWER_KEYS : CANDIDATE_KEYS);
}
