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

/** What most functions need. */
export type DbContext = Pick<AppContext, 'db'>;
/** What functions on the text of a room need. */
export type DocumentContext = Pick<AppContext, 'db' | 'documents'>;
/** What functions that reach the people in a room need. */
export type RoomContext = DocumentContext & Pick<AppContext, 'rooms'>;
/** What functions that write addresses need. */
export type LinkContext = Pick<AppContext, 'db' | 'config' | 'origin'>;
/** What functions with limits on failures and abuse need. */
export type LimitContext = LinkContext & Pick<AppContext, 'limits' | 'log'>;
/** What functions that write mails need. */
export type MailContext = LimitContext & Pick<AppContext, 'mails'>;
/** What functions on passwords, tokens and second steps need. */
export type SignInContext = MailContext & Pick<AppContext, 'tokens' | 'vault'>;

/** A feature's entry: registers its routes, and adds its e-mails and jobs to the context. */
export type Feature = (api: App, ctx: AppContext) => void | Promise<void>;
