import type { Extras, Recording } from '../../features/playback/replay/recording.ts';
import { toBase64 } from '../../features/documents/sync/base64.ts';
import { saveFile } from '../../shared/device/save-file.ts';

/** The player as one page without a recording, which the build makes of `playback-file/`. */
const PAGE_URL = '/playback-file.html';
/** The start of the element of that page which holds the recording. */
const PLACE = /<script type="text\/plain" id="recording">/;

/** Saves a recording with these extras as one file that plays anywhere, without a network. */
export async function savePlayback(recording: Recording, extras: Extras): Promise<void> {
  const [page, data] = await Promise.all([loadPage(), packed(JSON.stringify(recording.toData(extras)))]);
  const file = page.replace(PLACE, (place) => place + data);
  const name = (recording.head.candidateName ?? 'playback').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  saveFile(
    new Blob([file], { type: 'text/html;charset=utf-8' }),
    `${name}-${recording.head.startedAt.slice(0, 10)}.html`,
  );
}

async function loadPage(): Promise<string> {
  const response = await fetch(PAGE_URL);
  const page = await response.text();
  if (!response.ok || !PLACE.test(page)) throw new Error('There is no page for playbacks.');
  return page;
}

/** Returns a text compressed and as base64, which nothing in a page can be mistaken for. */
async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return toBase64(bytes);
}
