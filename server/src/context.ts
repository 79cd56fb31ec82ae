import type { Subscription } from '@cip/contracts/billing';
import type { LiveDocuments } from './features/documents/live/live-documents.ts';
import type { LiveRooms } from './features/rooms/live-rooms.ts';
import type { Limits } from './limits.ts';
import type { App, PlatformContext } from './platform/context.ts';
import type { Transaction } from 'kysely';
import type { Database, Tables } from './platform/database/database.ts';
import type { Principal } from './platform/http/authenticate.ts';

/** The context of services; created once at start and passed as an argument. */
export interface AppContext extends PlatformContext {
  /** Returns a company's subscription; accounts, which billing builds on, show it. */
  findSubscription(db: Database, companyId: string): Promise<Subscription | undefined>;
  /** Throws unless the company's plan has room for one more interviewer; accounts, which billing builds on, add them. */
  requireInterviewerSeat(trx: Transaction<Tables>, companyId: string): Promise<void>;
  /** Returns those interviews whose team notes the account may not read; scorecards, which build on interviews, decide. */
  findHiddenNotes(db: Database, viewer: Principal, interviewIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The limits on failures and abuse. */
  limits: Limits;
  /** The open documents of this node. */
  documents: LiveDocuments;
  /** The live rooms of all nodes. */
  rooms: LiveRooms;
}

/** A feature's entry: registers its routes, and adds its e-mails and jobs to the context. */
export type Feature = (api: App, ctx: AppContext) => void | Promise<void>;
