import { Recording, type RecordingData } from '../features/playback/replay/recording.ts';

/** Returns the recording that this page holds. */
export async function readOwnRecording(): Promise<Recording> {
  const held = document.getElementById('recording')?.textContent ?? '';
  const bytes = Uint8Array.from(atob(held.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return Recording.from((await new Response(stream).json()) as RecordingData);
}
