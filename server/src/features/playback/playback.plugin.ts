import type { Feature } from '../../context.ts';
import { playbackRoutes } from './playback.routes.ts';

/** Playback: the recording of ended interviews. */
export const playback: Feature = (api, ctx) => playbackRoutes(api, ctx);
