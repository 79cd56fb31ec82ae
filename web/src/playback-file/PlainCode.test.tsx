import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PlainCode } from './PlainCode.tsx';

it('shows the code of each moment although scrolling returns promises', () => {
  // As browsers do since 2026; the type is older.
  Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined;
  const pane = (text: string) => (
    <PlainCode text={text} language="javascript" last={{ name: 'Ada', hue: 1, change: [0, 0, text] }} />
  );
  const { rerender, unmount } = render(pane('let a'));
  rerender(pane('let ab'));
  rerender(pane('let abc'));

  expect(screen.getByRole('region').textContent).toContain('let abc');
  unmount();
});

it('marks look-alike characters as the editors do', () => {
  render(<PlainCode text={'print(“a”)\u00a0# “b”'} language="python" last={null} />);
  const marks = [...document.querySelectorAll<HTMLElement>('.tok-lookalike')];
  expect(marks.map(({ textContent }) => textContent)).toEqual(['“', '”', '\u00a0']);
  expect(marks[2]?.title).toBe('No-break space (U+00A0), where programs need plain spaces');
});
