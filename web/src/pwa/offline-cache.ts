import { queryClient } from '../shared/api/query-client.ts';
import { cacheEditorAssets } from './editor-assets.ts';
import { persistLastKnown } from './last-known.ts';

/** Caches the files and data that a signed-in device needs offline; returns a function that stops it. */
export function startOfflineCache(): () => void {
  void cacheEditorAssets();
  return persistLastKnown(queryClient);
}
