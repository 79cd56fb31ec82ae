import * as Y from 'yjs';

/**
 * Creates an empty document. It has no random guid, because only subdocuments are looked up by it and Yjs would draw it
 * from the system's random numbers word by word, which takes 0.2 ms.
 */
export const newDocument = () => new Y.Doc({ guid: '' });
