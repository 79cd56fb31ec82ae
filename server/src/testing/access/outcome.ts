/** The outcome of one attempt. */
export interface Outcome {
  /** Its text in the matrix. */
  cell: string;
  isAllowed: boolean;
  /** The whole reply, as text. */
  body: string;
}

/** Principals of the company `ours`, who must not learn whether an object of `theirs` exists. */
const PRINCIPALS_OF_OURS = ['coordinator', 'interviewer', 'admin', 'owner'];

/**
 * Returns where a company learns about another company's object: it is allowed, or the reply differs from the reply for
 * an object that was deleted or never existed.
 */
export function findLeaks(
  name: string,
  principals: readonly string[],
  outcomes: ReadonlyMap<string, Outcome[]>,
): string[] {
  return PRINCIPALS_OF_OURS.filter((name) => principals.includes(name)).flatMap((principal) => {
    const about = (object: string) => outcomes.get(object)?.[principals.indexOf(principal)];
    const foreign = about('theirs');
    const differing = ['deleted', 'never existed'].filter((object) => about(object)?.body !== foreign?.body);
    return [
      ...(foreign?.isAllowed === false ? [] : [`${name}, theirs, by ${principal}: ${foreign?.cell}`]),
      ...differing.map((object) => `${name}, ${object}, by ${principal}: reply differs from theirs`),
    ];
  });
}
