import type { AckOf, PayloadOf } from '@cip/contracts/client-events';
import { nameProblem } from '@cip/contracts/rooms/files';
import type { EditorRoom, FileEvent } from '../live/editor-room.ts';

const OFFLINE = 'Files can be changed when the connection is back. Your text is not affected.';

interface NewFile {
  id: string;
  name: string;
  /** Whether it is the same request again: if a reply was lost, its file has the name already. */
  isRepeated?: boolean;
}

/** Creates a file; a repeated `id` returns the same one. Resolves to the name of its text, or to why there is none. */
export async function createFile(
  room: EditorRoom,
  { id, name, isRepeated = false }: NewFile,
): Promise<{ root: string } | { problem: string }> {
  const problem = isRepeated ? null : problemOfName(room, name);
  if (problem !== null) return { problem };
  const ack = await request(room, 'file:create', { id, name });
  return ack.ok ? { root: ack.root } : { problem: ack.error.message };
}

/** Renames a file. Resolves to why that is impossible, else to null. */
export async function renameFile(
  room: EditorRoom,
  { root, name }: { root: string; name: string },
): Promise<string | null> {
  return problemOfName(room, name, root) ?? problemOf(await request(room, 'file:rename', { root, name }));
}

/** Deletes a file, which can be restored. Resolves to why that is impossible, else to null. */
export async function deleteFile(room: EditorRoom, root: string): Promise<string | null> {
  return problemOf(await request(room, 'file:delete', { root }));
}

/** Restores a deleted file with its text. Resolves to why that is impossible, else to null. */
export async function restoreFile(room: EditorRoom, root: string): Promise<string | null> {
  return problemOf(await request(room, 'file:restore', { root }));
}

/**
 * Returns true if a user may create, rename, delete and restore files before the end; `allowed` is the room's switch.
 */
export function mayChangeFiles({ userType }: Pick<EditorRoom, 'userType'>, allowed: boolean | null): boolean {
  return allowed !== null && (allowed || userType === 'interviewer');
}

/**
 * Returns why a file cannot have a name, as a sentence; null if it can. `root` is the text of the file if it exists.
 */
function problemOfName({ connection }: EditorRoom, name: string, root?: string): string | null {
  const { files } = connection.store.get().files;
  const others = files.filter((file) => file.root !== root).map((file) => file.name);
  return nameProblem(name, others);
}

async function request<N extends FileEvent>(
  { connection }: EditorRoom,
  event: N,
  payload: PayloadOf<N>,
): Promise<AckOf<N>> {
  const ack = await connection.request(event, payload);
  if (ack.ok || ack.error.code !== 'unavailable' || connection.store.get().isConnected) return ack;
  return { ok: false, error: { ...ack.error, message: OFFLINE } };
}

const problemOf = (ack: { ok: true } | { ok: false; error: { message: string } }) =>
  ack.ok ? null : ack.error.message;
