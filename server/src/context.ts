import type { LiveDocuments } from './features/documents/live/live-documents.ts';
import type { Ports } from './features/ports.ts';
import type { LiveRooms } from './features/rooms/live-rooms.ts';
import type { Limits } from './limits.ts';
import type { App, PlatformContext } from './platform/context.ts';

/** The context of services; created once at start and passed as an argument. */
export interface AppContext extends PlatformContext, Ports {
  /** The limits on failures and abuse. */
  limits: Limits;
  /** The open documents of this node. */
  documents: LiveDocuments;
  /** The live rooms of all nodes. */
  rooms: LiveRooms;
}

/** A feature's entry: registers its routes, and adds its e-mails and jobs to the context. */
export type Feature = (api: App, ctx: AppContext) => void | Promise<void>;
