import { __unsafe_useEmotionCache } from '@emotion/react';
import { cleanup, render } from '@testing-library/react';

/** Returns the function that removes the styles of every component that was drawn, which draws them anew. */
export function stylesOfPage(): () => void {
  let cache: ReturnType<typeof __unsafe_useEmotionCache> = null;
  function Reader() {
    cache = __unsafe_useEmotionCache();
    return null;
  }
  render(<Reader />);
  cleanup();
  const read = cache as ReturnType<typeof __unsafe_useEmotionCache>;
  if (!read) throw new Error('The library has no styles.');
  return () => {
    read.sheet.flush();
    read.inserted = {};
    read.registered = {};
  };
}
