import { Type, type Static } from 'typebox';
import { Closed, IdParams } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_ACCESS } from '../protocol/not-found.ts';
import type { RoomFile } from '../rooms/files.ts';
import type { ParticipantType } from '../rooms/rooms.ts';
import type { DataSet, RunDevice, RunEnd, RunPiece } from '../runs/runs.ts';
import type { StarterMark } from '../rooms/starter-marks.ts';
import type { TimelineAct } from '../timeline/timeline.ts';

/** Version of the format; a page of another version has to reload. */
export const PLAYBACK_VERSION = 1;
/** Edits in one piece of a playback. */
export const PLAYBACK_PIECE_EDITS = 2_000;
/** Most edits that are played back; if there are more, only the final code and the moments are shown. */
export const PLAYBACK_EDITS_MAX = 200_000;

/** Latest time of a closed stretch: a room may be open for several days (ms). */
const STRETCH_TIME_MAX = 31 * 24 * 3_600_000;
const StretchTime = Type.Integer({ minimum: 0, maximum: STRETCH_TIME_MAX });

/** A participant of a recording; other parts name it by its index in the list. */
export interface PlaybackParticipant {
  name: string;
  type: Static<typeof ParticipantType>;
}

/** A period in which a participant typed without a connection (ms since the start). */
export interface PlaybackGap {
  by: number;
  from: number;
  to: number;
}

/** A stretch of a recording whose content an owner removed (ms since the start). */
export const ClosedStretch = Closed({ from: StretchTime, to: StretchTime });
export type ClosedStretch = Static<typeof ClosedStretch>;

/** A file of a recording at its end. */
export interface PlaybackFile extends RoomFile {
  content: string;
}

/** Whether the edits follow: they do not if there are too many, or if a replay of the document takes too long. */
export type PlaybackEdits = 'included' | 'too_many' | 'unreadable';

/** The first part of a playback. Times are in milliseconds since `startedAt`, by the server's clock. */
export interface PlaybackHead {
  version: number;
  startedAt: string;
  durationMs: number;
  companyName: string;
  interviewerName: string;
  candidateName: string | null;
  participants: PlaybackParticipant[];
  gaps: PlaybackGap[];
  /** In order, without overlaps. Each has one edit at most, and no runs. */
  closed: ClosedStretch[];
  /** False for interviews from before the timeline, which have edits and gaps only. */
  hasTimeline: boolean;
  /** Set if someone's events reached their limit, so that what they did afterwards may be missing. */
  isFull?: true;
  firstLanguage: string;
  language: string;
  /** The stored final text; null if the document is unreadable. */
  text: string | null;
  /** All files at the end, the first with `text`; absent if there is one, and from servers of the previous release. */
  files?: PlaybackFile[];
  edits: PlaybackEdits;
  editCount: number;
  /** The data set at the end; runs start from it. */
  dataSet: DataSet | null;
  /** The starters that the room could insert; absent from servers of an earlier release. */
  starters?: StarterMark[];
}

/** An event of the timeline; `by` is null for the system. */
export type PlaybackEvent = { at: number; by: number | null } & PlaybackAct;

/** An act of the timeline with indexes in place of participant ids, and without names. */
type PlaybackAct =
  | Exclude<TimelineAct, { kind: PresenceKind | DecisionKind }>
  | { kind: PresenceKind; data: Record<string, never> }
  | { kind: DecisionKind; data: { participant: number | null } };

/** Acts whose data names their participant. */
type PresenceKind = 'joined' | 'left' | 'waiting';
/** Acts of an interviewer about a candidate. */
type DecisionKind = 'removed' | 'admitted' | 'sent_back' | 'rejected';

/** A run with its input and output. */
export interface PlaybackRun {
  id: string;
  at: number;
  by: number | null;
  language: string;
  /** The device that executed it; `runner` is null for the engine. */
  device: RunDevice | null;
  runner: number | null;
  /** The last edit before the run; 0 if the run was entered later. */
  editId: number;
  /** Hash of the text that ran. */
  hash: string;
  isOffline: boolean;
  stdin: string;
  pieces: RunPiece[];
  end: RunEnd | null;
}

/** An edit; `at` may be smaller than that of the edit before, because ids decide the order. */
export interface PlaybackEdit {
  id: number;
  at: number;
  by: number | null;
  /** The Yjs update. */
  bytes: Uint8Array;
}

/**
 * The recording of an ended interview, in the frames of playback-format.ts: head, timeline, runs, then the edits in
 * pieces. With `after`, only the edits after that id follow the head, so that a broken download goes on.
 */
export const getPlayback = endpoint({
  method: 'GET',
  url: '/interview-sessions/:id/playback',
  access: 'interviewer',
  tag: 'Sessions',
  summary: 'The recording of an ended interview, as a stream of frames',
  params: IdParams,
  query: Closed({ after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })) }),
  reply: Type.String({ contentMediaType: 'application/octet-stream' }),
  notFound: NO_ACCESS,
});

/**
 * Removes for good all edits, runs, test reports, data sets and names of files between two moments of a recording: the
 * edits become one, without text that was also deleted there. The final text stays. Repeating it changes nothing.
 */
export const closeStretch = endpoint({
  method: 'POST',
  url: '/interview-sessions/:id/closed-stretches',
  access: 'admin',
  tag: 'Sessions',
  summary: 'Remove a stretch of a recording for good',
  params: IdParams,
  body: Closed({ from: StretchTime, to: Type.Integer({ minimum: 1, maximum: STRETCH_TIME_MAX }) }),
  reply: Closed({ stretch: ClosedStretch }),
  notFound: NO_ACCESS,
  status: 201,
});
