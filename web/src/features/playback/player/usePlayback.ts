import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { RoomFile } from '@cip/contracts/rooms/files';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '../../../shared/store.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { filesAt } from '../replay/files-at.ts';
import type { Moment } from '../replay/moment.ts';
import { momentsOf, type OwnNote } from '../replay/moments.ts';
import type { Recording } from '../replay/recording.ts';
import { Player, type PlayerState } from './player.ts';
import type { PlayerParts } from './player-parts.ts';

/** Time between two steps with reduced motion (ms). */
const REDUCED_STEP_MS = 1_000;
/** A tab in the background gets no frames, and missed time is not caught up with (ms). */
const FRAME_MAX_MS = 1_000;

export interface Playback {
  recording: Recording;
  player: Player;
  state: PlayerState;
  moments: readonly Moment[];
  /** The files of the moment, and the shown one. */
  files: readonly RoomFile[];
  file: RoomFile;
}

/**
 * Provides a player for a recording. `version` changes if the recording has grown; `notes` are the signed-in account's
 * own.
 */
export function usePlayback(
  recording: Recording,
  version: number,
  { languageLabel, runText }: Pick<PlayerParts, 'languageLabel' | 'runText'>,
  notes: readonly OwnNote[] | undefined,
): Playback {
  const [player] = useState(() => new Player(recording));
  const moments = useMemo(() => {
    const names = recording.head.participants.map(({ name }) => name);
    void version;
    return momentsOf(recording, { languageLabel, runText: (run) => runText(run, names) }, notes);
  }, [recording, version, languageLabel, runText, notes]);
  useEffect(() => {
    player.load(recording, moments);
  }, [player, recording, moments]);
  const state = useStore(player.store);
  useTicks(player, state.isPlaying);
  const files = filesAt(recording, state.ms);
  const [first = { root: SHARED_TEXT, name: '' }] = files;
  const file = files.find(({ root }) => root === state.root) ?? first;
  return { recording, player, state, moments, files, file };
}

/** Plays on with each frame; with reduced motion in steps of a second. */
function useTicks(player: Player, isPlaying: boolean): void {
  const isReduced = useMedia('(prefers-reduced-motion: reduce)');
  const last = useRef(0);
  useEffect(() => {
    if (!isPlaying) return;
    if (isReduced) {
      const timer = setInterval(() => player.tick(REDUCED_STEP_MS), REDUCED_STEP_MS);
      return () => clearInterval(timer);
    }
    last.current = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      player.tick(Math.min(FRAME_MAX_MS, Math.max(0, now - last.current)));
      last.current = now;
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [player, isPlaying, isReduced]);
}
