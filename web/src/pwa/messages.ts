/** The groups of cached assets, each a folder of the build: of every room, of the two editors, and of completion. */
export type AssetGroup = 'room' | 'monaco' | 'codemirror' | 'types' | 'python';
export type EditorName = Extract<AssetGroup, 'monaco' | 'codemirror'>;

/**
 * A message to the service worker. It replies to `keep-engine` over the port: true if all files are cached. The words
 * of a message never change, because pages and workers of different versions meet.
 */
export type WorkerMessage = { type: 'SKIP_WAITING' } | { type: 'keep-engine'; engine: EditorName };
