import { roomProgram } from '../room-program.ts';
import type { FilesOfEditor } from '../room-program.ts';
import { PythonServer } from './python-server.ts';

/** A server waits for this long for the editor's next Python file (ms), because its start takes seconds. */
const KEPT_MS = 60_000;
/** Names of Python's files. */
const PYTHON = /\.pyi?$/i;

let kept: { files: FilesOfEditor; server: PythonServer; timer: ReturnType<typeof setTimeout> } | undefined;

/** Starts a server for an editor, or returns the server that it gave back a moment ago. */
export function takeServer(files: FilesOfEditor): PythonServer {
  const last = kept;
  kept = undefined;
  clearTimeout(last?.timer);
  if (last?.files === files && !last.server.isOver) return last.server;
  last?.server.end();
  return new PythonServer(() => roomProgram(files.current, PYTHON));
}

/** Ends a server, unless its editor soon takes it again. */
export function giveBackServer(files: FilesOfEditor, server: PythonServer): void {
  clearTimeout(kept?.timer);
  kept?.server.end();
  kept = { files, server, timer: setTimeout(() => server.end(), KEPT_MS) };
}
