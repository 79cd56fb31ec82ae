import type { Feature } from '../../context.ts';
import { playbackRoutes } from './playback.routes.ts';
import { reviewLinkRoutes } from './review-links.routes.ts';

/** Playback: the recording of ended interviews, and links to it. */
export const playback: Feature = (api, ctx) => {
  playbackRoutes(api, ctx);
  reviewLinkRoutes(api, ctx);
};
