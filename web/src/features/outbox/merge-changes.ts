import { isChange } from './outbox-entry.ts';
import type { Entry, ScorecardBody } from './outbox-entry.ts';

type Edit<T> = { base: T; value: T };

/** Two changes of one text that can be sent as one. */
export interface Mergeable {
  earlier: Entry;
  merged: Entry;
}

/**
 * Returns the first two changes of one scorecard or of one interview's notes, with their combination, if they were
 * never sent and nothing of the interview is between them; null if there are none. If a change may have reached the
 * server, it stays as it is, because its repetition is harmless only with its own operation id.
 */
export function findMergeable(entries: Entry[]): Mergeable | null {
  const last = new Map<string, Entry>();
  for (const entry of entries) {
    const earlier = last.get(entry.interviewId);
    const merged = earlier && isUnsent(entry) ? mergedInto(entry, earlier) : null;
    if (earlier && merged) return { earlier, merged };
    last.set(entry.interviewId, entry);
  }
  return null;
}

const isUnsent = (entry: Entry) => isChange(entry) && entry.attempts === 0 && !entry.refused;

function mergedInto(entry: Entry, earlier: Entry): Entry | null {
  if (entry.kind === 'scorecard' && earlier.kind === 'scorecard' && isUnsent(earlier))
    return { ...entry, body: mergeBodies(earlier.body, entry.body) };
  if (entry.kind !== 'notes' || earlier.kind !== 'notes') return null;
  const { notes, notes_base: base } = earlier.body;
  // Another tab may have written between them. If the server refused a change, it has nothing of it.
  if (base === undefined || entry.body.notes_base !== (notes ?? '') || !(isUnsent(earlier) || earlier.refused))
    return null;
  return { ...entry, body: { ...entry.body, notes_base: base } };
}

/** Combines two successive changes: the later value with the earlier base. */
function mergeBodies(earlier: ScorecardBody, later: ScorecardBody): ScorecardBody {
  const criteria = new Set([...(earlier.ratings ?? []), ...(later.ratings ?? [])].map(({ criterion }) => criterion));
  const ratings = [...criteria].map((criterion) => {
    const [first, second] = [earlier, later].map(({ ratings: all }) =>
      all?.find((each) => each.criterion === criterion),
    );
    return {
      criterion,
      ...field('grade', first?.grade, second?.grade),
      ...field('evidence', first?.evidence, second?.evidence),
    };
  });
  return {
    ...field('notes', earlier.notes, later.notes),
    ...(ratings.length > 0 && { ratings }),
    ...field('overall', earlier.overall, later.overall),
    ...field('summary', earlier.summary, later.summary),
  };
}

function field<K extends string, T>(name: K, earlier: Edit<T> | undefined, later: Edit<T> | undefined) {
  const edit = earlier && later ? { base: earlier.base, value: later.value } : (later ?? earlier);
  return (edit === undefined ? {} : { [name]: edit }) as { [N in K]?: Edit<T> };
}
