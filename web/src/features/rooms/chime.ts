/** Frequency of each tone in hertz, and its start in seconds. */
const TONES = [
  [659.25, 0],
  [880, 0.12],
] as const;
/** Length of a tone in seconds, and its initial gain. */
const RING_S = 0.5;
const LOUDNESS = 0.12;

/**
 * Plays two soft tones. Does nothing before the first user gesture, because the browser would log a warning and play
 * the sound late.
 */
export function playChime(): void {
  if (!('AudioContext' in window) || !navigator.userActivation.hasBeenActive) return;
  const audio = new AudioContext();
  for (const [frequency, delay] of TONES) ring(audio, frequency, audio.currentTime + delay);
  setTimeout(() => void audio.close(), 1_000);
}

function ring(audio: AudioContext, frequency: number, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + RING_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + RING_S);
}
