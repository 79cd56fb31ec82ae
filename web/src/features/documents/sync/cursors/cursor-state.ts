import { FILE_TEXTS } from '@cip/contracts/rooms/text-limits';
import type * as Y from 'yjs';
import type { PeerColor } from './peer-colors.ts';

const NAME_MAX = 80;
/** Larger line numbers are invalid. */
const LINE_MAX = 1_000_000;

/** The participant a cursor belongs to; each page chooses the CSS colours itself. */
export interface CursorOwner extends PeerColor {
  id: string;
  name: string;
}

export type ColorOf = (id: string) => PeerColor;

export interface CursorPosition {
  anchor: Y.RelativePosition;
  head: Y.RelativePosition;
}

export interface CursorState {
  user?: CursorOwner;
  cursor?: CursorPosition | null;
  /** The line, from 1, of a cursor inside held text; peers do not know that position. */
  typingLine?: number | null;
  /** Changes with each link; peers then resend their cursors to the newcomer. */
  hello?: string;
}

/** Returns the valid parts of a peer's state; null if it is no object. */
export function parseCursorState(state: unknown, colorOf: ColorOf): CursorState | null {
  if (typeof state !== 'object' || state === null) return null;
  const { user, cursor, typingLine, hello } = state as CursorState;
  if (typeof user?.id !== 'string' || typeof user.name !== 'string') return {};
  // Colours go into style sheets, so they never come from a peer.
  const owner = { id: user.id, name: user.name.slice(0, NAME_MAX), ...colorOf(user.id) };
  const line = isLine(typingLine) ? typingLine : null;
  const position = isPosition(cursor?.anchor) && isPosition(cursor?.head) ? cursor : null;
  return { user: owner, cursor: position ?? null, typingLine: line, ...(typeof hello === 'string' && { hello }) };
}

/** Whether this is a position in the text of a file. The editors throw on any other position, at each edit. */
function isPosition(position: unknown): boolean {
  if (typeof position !== 'object' || position === null) return false;
  const { type, tname, item, assoc } = position as Partial<Record<keyof Y.RelativePosition, unknown>>;
  return type === null && isFileText(tname) && (item === null || isItemId(item)) && Number.isInteger(assoc);
}

const isFileText = (name: unknown) => (FILE_TEXTS as readonly unknown[]).includes(name);

function isItemId(item: unknown): boolean {
  const { client, clock } = Object(item) as Partial<Record<keyof Y.ID, unknown>>;
  return [client, clock].every((number) => Number.isSafeInteger(number) && (number as number) >= 0);
}

/** Whether this is a valid line number, from 1. */
export function isLine(line: unknown): line is number {
  return Number.isInteger(line) && (line as number) > 0 && (line as number) <= LINE_MAX;
}
