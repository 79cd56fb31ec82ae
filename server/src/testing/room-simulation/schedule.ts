/** All steps on a stable connection; a step is drawn as often as it is listed. */
export const STABLE_STEPS = [
  ...(['type', 'type', 'erase', 'receive', 'receive', 'show', 'show'] as const),
  ...(['wait', 'commit', 'deliver', 'miss', 'catch up'] as const),
] as const;
/** All steps with full-text clients that reconnect. */
export const RECONNECTING_STEPS = [...STABLE_STEPS, 'reconnect'] as const;
/** All steps with pages that reconnect and nodes that crash, so that edits are lost for a while or for good. */
export const LOSSY_STEPS = [...RECONNECTING_STEPS, 'reconnect page', 'crash'] as const;

/** One step of one peer or of its node; `where` is the place in its text, or the way in which something is lost. */
export type RoomStep = [peer: number, what: (typeof LOSSY_STEPS)[number], where: number];

/** The steps of a room, and whether its third full-text client never acknowledges. */
export interface RoomSchedule {
  steps: readonly RoomStep[];
  hasSilent: boolean;
  /** Whether all full-text clients have shown a text before. */
  hasShown: boolean;
}

/** Failures, counted over all texts and over marks that were not erased. */
export interface RoomOutcome {
  /** Acknowledged, but missing in the log; a silent client may lose its own (decision 0002). */
  lost: number;
  /**
   * In the shared text only if all connections are stable and have shown a text, and all clients acknowledge
   * (docs/RELIABILITY.md).
   */
  duplicated: number;
  /** Clients and nodes whose texts differ from the log's. */
  diverged: number;
  /**
   * Full-text clients that got other events than if nobody had edited further files. Not counted in lossy schedules,
   * because a page's edit waits for lost edits of further files that it builds on.
   */
  disturbed: number;
}
