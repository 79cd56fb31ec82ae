import { useEffect, useState } from 'react';
import { Cursors } from '../sync/cursors/cursors.ts';
import { PeerColors } from '../sync/cursors/peer-colors.ts';
import { TypingGate } from '../sync/typing-gate.ts';

/** A document that is connected to no one. */
export interface LocalDocument {
  gate: TypingGate;
  cursors: Cursors;
}

/**
 * Returns a document for an editor that is connected to no one, with these initial texts by the
 * names that they have in the document; null before the first effect.
 */
export function useLocalDocument(texts: Readonly<Record<string, string>> = {}): LocalDocument | null {
  const [first] = useState(texts);
  const [document, setDocument] = useState<LocalDocument | null>(null);
  useEffect(() => {
    const gate = new TypingGate();
    for (const [root, text] of Object.entries(first)) gate.file(root).text.insert(0, text);
    const colors = new PeerColors();
    const cursors = new Cursors(gate, doNothing, (id) => colors.of(id));
    setDocument({ gate, cursors });
    return () => {
      cursors.destroy();
      // The editor unbinds from it first.
      setTimeout(() => gate.destroy());
    };
  }, [first]);
  return document;
}

const doNothing = () => undefined;
