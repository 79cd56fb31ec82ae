import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { persistently } from './persistently.ts';

/** A part of a screen that comes after it and that it cannot do without, to be shown inside Suspense. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await persistently(load) }));
}
