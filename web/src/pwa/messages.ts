/** The groups of cached assets, each a folder of the build: the files of every room, and the two editors. */
export type AssetGroup = 'room' | 'monaco' | 'codemirror' | 'types';
export type EditorName = Exclude<AssetGroup, 'room' | 'types'>;

/**
 * A message to the service worker. It replies to `keep-engine` over the port: true if all files are cached. The words
 * of a message never change, because pages and workers of different versions meet.
 */
export type WorkerMessage = { type: 'SKIP_WAITING' } | { type: 'keep-engine'; engine: EditorName };
