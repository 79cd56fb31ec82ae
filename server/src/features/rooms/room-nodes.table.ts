import type { Generated } from 'kysely';

/** A node that serves rooms beside others. */
export interface RoomNodeTable {
  id: string;
  /** When it last recorded that it is alive. */
  seen_at: Generated<string>;
  /** Decisions committed before this moment hold on its sockets. */
  applied_at: Generated<string>;
  /** True while messages of this node do not reach the others. */
  is_cut_off: Generated<boolean>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    room_nodes: RoomNodeTable;
  }
}
