import { PLAYBACK_VERSION, type PlaybackEdit } from '@cip/contracts/playback/playback';
import { FrameReader, type PlaybackFrame } from '@cip/contracts/playback/playback-format';
import { EditReplay } from './edit-replay.ts';
import { Recording } from './recording.ts';
import { pause } from '../../../shared/pause.ts';

/** Waits between the attempts to continue a download that broke off (ms). */
const RETRY_AFTER_MS = [500, 2_000, 5_000, 10_000];
/** Edits that are applied before the page gets its turn, which takes about a frame's time. */
const EDITS_AT_ONCE = 500;

/** Requests a recording; with `after`, only its edits after that one. Rejects if the server refuses. */
export type OpenRecording = (after: number | null) => Promise<Response>;

/** The options of a download. */
export interface ReadOptions {
  signal: AbortSignal;
  /** Called when more of the recording can be shown. */
  onChange: (recording: Recording) => void;
  retryAfterMs?: readonly number[];
}

/** The recording cannot be read by this version of the page. */
export class OtherVersion extends Error {}

interface Download {
  reader: FrameReader;
  etag: string | null;
  recording: Recording | null;
  replay: EditReplay;
  /** The last edit that arrived; null before the edits begin, when a download starts over. */
  lastId: number | null;
}

/**
 * Reads a recording while it arrives. If the download breaks off, it continues after the last edit, or starts over if
 * the recording has changed. Rejects with the error of `open`, and if no attempt gets further.
 */
export async function readRecording(open: OpenRecording, options: ReadOptions): Promise<Recording> {
  const { signal, retryAfterMs = RETRY_AFTER_MS } = options;
  let download = newDownload();
  for (let attempt = 0; ; attempt++) {
    const lastId = download.lastId;
    try {
      const response = await open(lastId);
      const etag = response.headers.get('etag');
      if (lastId !== null && etag !== download.etag) {
        download = newDownload();
        await response.body?.cancel();
        continue;
      }
      download.etag = etag;
      download.reader = new FrameReader();
      return await readFrames(download, response, options);
    } catch (error) {
      const hasBegun = download.recording !== null && !(error instanceof OtherVersion);
      if (signal.aborted || !hasBegun || attempt >= retryAfterMs.length) throw error;
      if (download.lastId !== lastId) attempt = 0;
      if (download.lastId === null) download = newDownload();
    }
    await pause(retryAfterMs[attempt] ?? 0);
  }
}

const newDownload = (): Download => ({
  reader: new FrameReader(),
  etag: null,
  recording: null,
  replay: new EditReplay(),
  lastId: null,
});

async function readFrames(download: Download, { body }: Response, options: ReadOptions): Promise<Recording> {
  const stream = body?.getReader();
  for (let part = await stream?.read(); part && !part.done; part = await stream?.read()) {
    options.signal.throwIfAborted();
    for (const frame of download.reader.add(part.value)) {
      await take(download, frame, options);
      if (frame.kind === 'end' && download.recording) return finish(download, download.recording, options);
    }
  }
  throw new Error('The recording broke off.');
}

async function take(download: Download, frame: PlaybackFrame, options: ReadOptions): Promise<void> {
  if (frame.kind === 'head') {
    if (frame.head.version !== PLAYBACK_VERSION) throw new OtherVersion('Reload the page to play this recording.');
    download.recording ??= new Recording(frame.head);
  }
  const { recording } = download;
  if (!recording) return;
  if (frame.kind === 'events') recording.events.push(...frame.events);
  if (frame.kind === 'runs') recording.runs.push(...frame.runs);
  if (frame.kind === 'questions') recording.extras = { ...recording.extras, questions: frame.questions };
  if (frame.kind === 'scorecards') recording.extras = { ...recording.extras, scorecards: frame.scorecards };
  if (frame.kind === 'edits') await addEdits(download, recording, frame.edits, options);
}

async function addEdits(
  download: Download,
  recording: Recording,
  edits: readonly PlaybackEdit[],
  { signal, onChange }: ReadOptions,
): Promise<void> {
  for (const [index, { id, at, by, bytes }] of edits.entries()) {
    recording.add({ id, at, by, changes: download.replay.apply(bytes) });
    download.lastId = id;
    if (index % EDITS_AT_ONCE < EDITS_AT_ONCE - 1) continue;
    await pause(0);
    signal.throwIfAborted();
  }
  recording.unapplied = download.replay.unapplied;
  onChange(recording);
}

function finish({ replay }: Download, recording: Recording, { onChange }: ReadOptions): Recording {
  recording.isComplete = true;
  recording.unapplied = replay.unapplied;
  replay.close();
  onChange(recording);
  return recording;
}
