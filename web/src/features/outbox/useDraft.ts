import { useEffect, useState } from 'react';
import { useStore } from '../../shared/store.ts';
import { Draft } from './draft.ts';
import type { DraftOptions } from './draft.ts';
import { discards } from './page-outbox.ts';

/** Manages a draft, which is saved shortly after the last key, and when the screen goes away. */
export function useDraft<Content>(given: Omit<DraftOptions<Content>, 'discards'>) {
  const options = { ...given, discards: useStore(discards) };
  const [draft] = useState(() => new Draft(options));
  const { content, state } = useStore(draft.shown);
  useEffect(() => {
    draft.update(options);
  });
  useEffect(() => {
    return draft.start();
  }, [draft]);
  return { content, state, change: draft.change, save: draft.save };
}
