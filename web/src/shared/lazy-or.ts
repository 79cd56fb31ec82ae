import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

/**
 * A part of a screen that comes after it, to be shown inside Suspense. Where its files do not come, `instead` takes
 * its place: without that the whole screen would go down with it.
 */
export function lazyOr<Props>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      // A style sheet may be what is missing, which only an await around the import notices.
      return { default: instead };
    }
  });
}
