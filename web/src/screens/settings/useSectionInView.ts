import { useEffect, useState } from 'react';

/** A section is the current one once its top has reached this share of the window's height. */
const READ_AT = 0.3;

/** Returns the id of the section that is read: the last one whose top has reached the upper third of the window. */
export function useSectionInView(): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const find = () => {
      const sections = [...document.querySelectorAll('main section[id]')];
      const passed = sections.findLast((each) => each.getBoundingClientRect().top <= window.innerHeight * READ_AT);
      setCurrent((passed ?? sections[0])?.id ?? null);
    };
    find();
    addEventListener('scroll', find, { passive: true });
    return () => removeEventListener('scroll', find);
  }, []);
  return current;
}
