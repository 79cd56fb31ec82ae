import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { PlaybackEvent, PlaybackFile } from '@cip/contracts/playback/playback';
import { firstFileName, type RoomFile } from '@cip/contracts/rooms/files';
import { countUpTo } from './count-up-to.ts';
import type { Recording } from './recording.ts';

/** The recorded events about files. */
type FileEvent = Extract<PlaybackEvent, { data: { root: string } }>;

/** The events with which a file appears. */
const APPEARS: ReadonlySet<FileEvent['kind']> = new Set(['file_created', 'file_restored']);

const isFileEvent = (event: PlaybackEvent): event is FileEvent => 'root' in event.data;

/** The known files of a recording, so that a moment does not search all events again. */
interface Known {
  /** How many events of the recording were searched. */
  searched: number;
  events: FileEvent[];
  /** Their times, ascending. */
  times: number[];
  /** The files of the moment that was asked for last; `of` says when they are the same. */
  last: { of: string; files: RoomFile[] } | null;
}

const knownOf = new WeakMap<Pick<Recording, 'head' | 'events'>, Known>();

function findKnown(recording: Pick<Recording, 'head' | 'events'>): Known {
  const before = knownOf.get(recording);
  const searched = recording.events.length;
  if (before?.searched === searched) return before;
  const events = recording.events.filter(isFileEvent);
  const times = events.map(({ at }) => at).toSorted((one, other) => one - other);
  const known = { searched, events, times, last: null };
  knownOf.set(recording, known);
  return known;
}

/** Returns the files at a moment as the room listed them. If the edits are missing, they are those of the end. */
export function filesAt(recording: Recording, ms: number): RoomFile[] {
  const { head } = recording;
  if (head.edits !== 'included' && head.files) return head.files.map(({ root, name }) => ({ root, name }));
  const known = findKnown(recording);
  const language = recording.languageAt(ms);
  const of = `${countUpTo(known.times, ms)} ${language}`;
  if (known.last?.of !== of) known.last = { of, files: listFiles(head, known.events, { ms, language }) };
  return known.last.files;
}

function listFiles(
  head: Recording['head'],
  events: readonly FileEvent[],
  { ms, language }: { ms: number; language: string },
): RoomFile[] {
  const names = new Map<string, string>();
  // Files whose creation is not among the recorded events are there from the start.
  for (const { root, name } of head.files ?? [])
    if (root !== SHARED_TEXT && events.every((event) => event.data.root !== root)) names.set(root, name);
  const deleted = new Set<string>();
  for (const { at, kind, data } of events) {
    if (at > ms) continue;
    names.set(data.root, data.name);
    if (kind === 'file_deleted') deleted.add(data.root);
    else deleted.delete(data.root);
  }
  const others = [...names].filter(([root]) => root !== SHARED_TEXT && !deleted.has(root));
  const taken = others.map(([, name]) => name);
  const first = names.get(SHARED_TEXT) ?? firstFileName(language, taken);
  return [{ root: SHARED_TEXT, name: first }, ...others.map(([root, name]) => ({ root, name }))];
}

/** Whether a recording ever has more than one file. */
export const hasFiles = (recording: Pick<Recording, 'head' | 'events'>) =>
  recording.head.files !== undefined || findKnown(recording).events.some(({ kind }) => kind === 'file_created');

/** Returns all files at the end with their texts. */
export function finalFiles(recording: Pick<Recording, 'head'>): PlaybackFile[] {
  const { files, text, language } = recording.head;
  return files ?? [{ root: SHARED_TEXT, name: firstFileName(language, []), content: text ?? '' }];
}

/**
 * Returns the text of the file in which the last thing happened at a moment, after `index` edits: an edit, or the
 * file's creation or restoring. Files that are deleted then do not count.
 */
export function activeFile(recording: Recording, { ms, index }: { ms: number; index: number }): string {
  const files = filesAt(recording, ms);
  if (files.length === 1) return SHARED_TEXT;
  const isThere = (root: string) => files.some((file) => file.root === root);
  const last = Math.max(...files.map(({ root }) => recording.lastEditOf(root, index)));
  const editedAt = recording.clock[last - 1] ?? 0;
  const event = findKnown(recording).events.findLast(({ at, kind }) => at <= ms && APPEARS.has(kind));
  if (event && event.at > editedAt && isThere(event.data.root)) return event.data.root;
  return files.find(({ root }) => recording.lastEditOf(root, index) === last)?.root ?? SHARED_TEXT;
}
