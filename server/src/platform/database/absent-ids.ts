/** Those of the ids that none of the rows has, in their order. */
export function absentIds(ids: string[], rows: { id: string }[]): string[] {
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !there.has(id));
}
