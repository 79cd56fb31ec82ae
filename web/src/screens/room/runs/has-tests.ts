import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { testFilesOf } from '@cip/contracts/runs/test-files';

/** Whether a room has test files of its language. */
export function hasTests({ language, files }: Pick<RoomState, 'language' | 'files'>): boolean {
  return testFilesOf(language, files.files).length > 0;
}
