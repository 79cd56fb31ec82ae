import type { Entry, ScorecardBody } from './outbox-entry.ts';

type Edit<T> = { base: T; value: T };
type ScorecardEntry = Extract<Entry, { kind: 'scorecard' }>;

/** Two saves of one scorecard that can be sent as one. */
export interface Mergeable {
  earlier: ScorecardEntry;
  merged: ScorecardEntry;
}

/**
 * Returns the first two saves of one scorecard with nothing of its interview between them that were never sent, with
 * their combination; null without any. A save that may have reached the server stays as it is: its repetition is
 * harmless only with its own operation id.
 */
export function findMergeable(entries: Entry[]): Mergeable | null {
  const last = new Map<string, Entry>();
  for (const entry of entries) {
    const earlier = last.get(entry.interviewId);
    if (isUnsent(entry) && earlier && isUnsent(earlier))
      return { earlier, merged: { ...entry, body: mergeBodies(earlier.body, entry.body) } };
    last.set(entry.interviewId, entry);
  }
  return null;
}

const isUnsent = (entry: Entry): entry is ScorecardEntry =>
  entry.kind === 'scorecard' && entry.attempts === 0 && !entry.refused;

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
