import { useEffect, useState } from 'react';
import type { Cursors } from './cursors.ts';

/** Returns the name of a file by its text; null for the shown file. */
export type FileOf = (root: string) => string | null;

const nameNoFile: FileOf = () => null;

/** Returns who types held text, such as "Ada is typing on line 4 of a.py"; empty if no peer does. */
export function usePeersTyping(cursors: Cursors, fileOf: FileOf = nameNoFile): string {
  const [typing, setTyping] = useState('');
  useEffect(() => {
    const read = () => setTyping(describe(cursors.typing(), fileOf));
    read();
    cursors.awareness.on('change', read);
    return () => cursors.awareness.off('change', read);
  }, [cursors, fileOf]);
  return typing;
}

function describe(typing: ReturnType<Cursors['typing']>, fileOf: FileOf): string {
  const [first] = typing;
  if (!first) return '';
  const place = ({ line, root }: typeof first) => [`line ${line}`, fileOf(root)].filter(Boolean).join(' of ');
  if (typing.length === 1) return `${first.name} is typing on ${place(first)}`;
  return typing.map((each) => `${each.name} types on ${place(each)}`).join(', ');
}
