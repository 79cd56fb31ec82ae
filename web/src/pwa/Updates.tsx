import { Suspense, useState } from 'react';
import { lazyPart } from '../shared/ui/loading/lazy-part.tsx';
import { useStore } from '../shared/store.ts';
import { updateStore } from './update-store.ts';

// Reads the outbox of this device, which few visits need.
const UpdatePrompt = lazyPart(async () => (await import('./UpdatePrompt.tsx')).UpdatePrompt, {
  fallback: () => null,
});

/** Offers a new version. Rendered on the signed-in pages, never in a room. */
export function Updates() {
  const state = useStore(updateStore, (update) => update.state);
  const [isLater, setLater] = useState(false);
  if (state === 'none' || isLater) return null;
  return (
    <Suspense>
      <UpdatePrompt onLater={() => setLater(true)} />
    </Suspense>
  );
}
