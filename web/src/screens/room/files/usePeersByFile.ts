import { useEffect, useState } from 'react';
import type { CursorOwner } from '../../../features/documents/sync/cursors/cursor-state.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import { useReplica } from '../live/useLiveRoom.ts';

type Peer = Pick<CursorOwner, 'id' | 'name' | 'color'>;

/** Returns the peers whose cursors are in each file, by its text. */
export function usePeersByFile(room: EditorRoom): ReadonlyMap<string, Peer[]> {
  const { cursors } = useReplica(room);
  // As text, so that a cursor that moves within its file renders nothing.
  const [places, setPlaces] = useState('[]');
  useEffect(() => {
    const read = () => {
      const peers = cursors.peers().map(({ root, owner: { id, name, color } }) => [root, { id, name, color }]);
      setPlaces(JSON.stringify(peers));
    };
    read();
    cursors.awareness.on('change', read);
    return () => cursors.awareness.off('change', read);
  }, [cursors]);
  const byFile = new Map<string, Peer[]>();
  for (const [root, peer] of JSON.parse(places) as [string, Peer][]) {
    const known = byFile.get(root) ?? [];
    if (known.every(({ id }) => id !== peer.id)) byFile.set(root, [...known, peer]);
  }
  return byFile;
}
