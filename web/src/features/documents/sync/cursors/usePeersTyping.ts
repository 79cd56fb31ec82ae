import { useEffect, useState } from 'react';
import type { Cursors } from './cursors.ts';

/** Returns who types held text, such as "Ada is typing on line 4"; empty if no peer does. */
export function usePeersTyping(cursors: Cursors): string {
  const [typing, setTyping] = useState('');
  useEffect(() => {
    const read = () => setTyping(describe(cursors.typing()));
    read();
    cursors.awareness.on('change', read);
    return () => cursors.awareness.off('change', read);
  }, [cursors]);
  return typing;
}

function describe(typing: { name: string; line: number }[]): string {
  const [first] = typing;
  if (!first) return '';
  if (typing.length === 1) return `${first.name} is typing on line ${first.line}`;
  return typing.map(({ name, line }) => `${name} types on line ${line}`).join(', ');
}
