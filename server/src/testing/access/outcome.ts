/** What came of one try. */
export interface Outcome {
  /** As the matrix shows it. */
  cell: string;
  isLetIn: boolean;
  /** The whole answer, as text. */
  body: string;
}

/** Whose company's objects are `ours`, and to whom those of `theirs` are as if they had never been. */
const STRANGERS = ['interviewer', 'owner'];

/**
 * Where a company learns something of what is not its own, be it only that it is there: it is let in, or is answered
 * otherwise than about an object that was deleted or never existed.
 */
export function refusalsThatTell(
  name: string,
  principals: readonly string[],
  outcomes: ReadonlyMap<string, Outcome[]>,
): string[] {
  return STRANGERS.flatMap((principal) => {
    const about = (object: string) => outcomes.get(object)?.[principals.indexOf(principal)];
    const foreign = about('theirs');
    const told = ['deleted', 'never existed'].filter((object) => about(object)?.body !== foreign?.body);
    return [
      ...(foreign?.isLetIn === false ? [] : [`${name}, theirs, by ${principal}: ${foreign?.cell}`]),
      ...told.map((object) => `${name}, ${object}, by ${principal}: answered otherwise than theirs`),
    ];
  });
}
