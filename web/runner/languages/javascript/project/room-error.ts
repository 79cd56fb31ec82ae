import type { RunEnd } from '@cip/contracts/runs/runs';
import { entryError } from '../../../worker/entry-error.ts';
import { framesText, scriptError } from '../script-error.ts';
import type { UncaughtError } from '../script-error.ts';
import { ROOM_URL } from './file-scripts.ts';
import type { RoomModules } from './room-modules.ts';

/** A place in a stack, with the address of its file. */
const PLACE = new RegExp(String.raw`${ROOM_URL}([^\s:)]+):(\d+):(\d+)`, 'g');

type Places = Pick<RoomModules, 'placeIn' | 'scripts'>;

/** Returns the innermost frames of an error that lie in the room's files, one a line, as the files have them. */
export function roomFrames(error: unknown, room: Places): string {
  const frames = framesText(error, ROOM_URL, ROOM_URL, (stack) => room.scripts.withFiles(stack));
  return frames.replaceAll(PLACE, (_all, file: string, line: string, column: string) => {
    const name = decodeURI(file);
    return shown(name, room.placeIn(name, Number(line), Number(column)));
  });
}

/** Returns an uncaught error of a program of several files, and the text that a terminal would show. */
export function roomError(
  uncaught: UncaughtError,
  room: Places & Pick<RoomModules, 'entry'>,
): { error: NonNullable<RunEnd['error']>; text: string } {
  const { name, message, ...innermost } = scriptError(uncaught, ROOM_URL, (stack) => room.scripts.withFiles(stack));
  // The frames of a file that does not load are of the file that names it.
  const isOfLoading = uncaught.error instanceof SyntaxError && uncaught.file !== undefined;
  const frames = isOfLoading ? '' : roomFrames(uncaught.error, room);
  const { line: reported, column } = isOfLoading ? uncaught : innermost;
  const [, file = uncaught.file ?? room.entry, at] = /^ {4}at (?:.*\()?(.*?):(\d+)/.exec(frames) ?? [];
  const line = at === undefined ? reported : Number(at);
  const place = line === null ? { line, column: null } : room.placeIn(file, line, column);
  const [first = ''] = frames.split('\n');
  const own = first === '' && line !== null ? `    at ${shown(file, { ...place, line })}\n` : frames;
  const title = uncaught.error instanceof Error ? `${name}: ${message}` : message;
  return { error: entryError({ name, message, ...place }, file, room.entry), text: `Uncaught ${title}\n${own}` };
}

function shown(name: string, { line, column }: { line: number; column: number | null }): string {
  return column === null ? `${name}:${line}` : `${name}:${line}:${column}`;
}
