/** Returns the ids that no row has, in their order. */
export function absentIds(ids: string[], rows: { id: string }[]): string[] {
  const present = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !present.has(id));
}
