/** The groups of tier 2, each a folder of the build: what every room needs, and the two editors. */
export type EngineGroup = 'room' | 'monaco' | 'codemirror';
export type Engine = Exclude<EngineGroup, 'room'>;

/** What a page asks of the service worker. The engine's answer, true when all of it is kept, comes over the port. */
export type WorkerMessage = { type: 'SKIP_WAITING' } | { type: 'keep-engine'; engine: Engine };

/** Where the system's share sheet sends what is shared (the manifest's share target), and where it is shown. */
export const SHARE_PATH = '/share-target';
