import * as Y from 'yjs';

/**
 * Creates an empty document. Only subdocuments are looked up by their guid, and there are none: Yjs would draw it from
 * the system's random numbers one word at a time, which takes 0.2 ms.
 */
export const newDocument = () => new Y.Doc({ guid: '' });
