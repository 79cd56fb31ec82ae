// Apart from the schemas, whose library takes a worker thread a quarter of a second to load.

/** Longest document in UTF-16 units; a full text in UTF-8 stays under a socket packet of 1 MB. */
export const CODE_MAX = 200_000;
/** Texts of a document: one for each file that an interview ever has. */
export const FILES_MAX = 20;
/** The name of the shared text inside the Yjs document, on every client and node. */
export const SHARED_TEXT = 'code';
/**
 * The names of the texts inside the Yjs document, the shared text first. They are fixed, so that nodes check edits
 * without knowing which files an interview has.
 */
export const FILE_TEXTS: readonly string[] = [
  SHARED_TEXT,
  ...Array.from({ length: FILES_MAX - 1 }, (_, index) => `${SHARED_TEXT}${index + 2}`),
];
/** Yjs client ids per participant, from the `firstClientId` of `document:open`; every page uses one of them. */
export const CLIENT_IDS_EACH = 2 ** 21;
