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
 * Returns a document for an editor that is connected to no one, with this initial text; null before the first effect.
 */
export function useLocalDocument(text = ''): LocalDocument | null {
  const [first] = useState(text);
  const [document, setDocument] = useState<LocalDocument | null>(null);
  useEffect(() => {
    const gate = new TypingGate();
    gate.text.insert(0, first);
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
