/** Two texts that are further apart than so many characters have one replaced by the other. */
const DISTANCE_MAX = 200;
/** Longer texts are not compared: taking them apart alone would take milliseconds. In UTF-16 units, of both. */
const LENGTH_MAX = 40_000;

/** How many characters may still be compared; shared by comparisons that belong to one message. */
export interface Effort {
  left: number;
}

/** What one message may cost: some milliseconds, however its text was made. */
export const freshEffort = (): Effort => ({ left: 200_000 });

/** A step from one text to another: characters that stay, come or go, as text. */
export interface Step {
  kind: 'keep' | 'insert' | 'delete';
  text: string;
}

/**
 * The shortest way from one text to another, by whole characters (Myers, "An O(ND) difference algorithm"); null when
 * they are too far apart or the effort is used up.
 */
export function boundedDiff(before: string, after: string, effort: Effort): Step[] | null {
  if (before.length + after.length > LENGTH_MAX || Math.abs(before.length - after.length) > 2 * DISTANCE_MAX)
    return null;
  const [from, to] = [[...before], [...after]];
  effort.left -= from.length + to.length;
  const reached: Int32Array[] = [];
  // How far each diagonal came, counted from the one in the middle.
  const furthest = new Int32Array(2 * DISTANCE_MAX + 3);
  const middle = DISTANCE_MAX + 1;
  for (let distance = 0; distance <= DISTANCE_MAX && effort.left > 0; distance++) {
    reached.push(furthest.slice(middle - distance - 1, middle + distance + 2));
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const at = middle + diagonal;
      const [above = 0, below = 0] = [furthest[at + 1], furthest[at - 1]];
      const start = diagonal === -distance || (diagonal !== distance && below < above) ? above : below + 1;
      let x = start;
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x++;
      furthest[at] = x;
      effort.left -= x - start + 1;
      if (x >= from.length && x - diagonal >= to.length) return walkedBack(from, to, reached);
    }
  }
  return null;
}

// From the ends of both texts to their beginnings, along what was reached.
function walkedBack(from: string[], to: string[], reached: Int32Array[]): Step[] {
  const steps: Step[] = [];
  let [x, y] = [from.length, to.length];
  for (let distance = reached.length - 1; distance >= 0; distance--) {
    const row = reached[distance] ?? new Int32Array();
    const diagonal = x - y;
    const at = distance + 1 + diagonal;
    const [above = 0, below = 0] = [row[at + 1], row[at - 1]];
    const isInsert = diagonal === -distance || (diagonal !== distance && below < above);
    const startX = distance === 0 ? 0 : isInsert ? above : below + 1;
    if (x > startX) steps.push({ kind: 'keep', text: from.slice(startX, x).join('') });
    x = startX;
    y = startX - diagonal;
    if (distance === 0) break;
    if (isInsert) steps.push({ kind: 'insert', text: to[--y] ?? '' });
    else steps.push({ kind: 'delete', text: from[--x] ?? '' });
  }
  return steps.reverse();
}
