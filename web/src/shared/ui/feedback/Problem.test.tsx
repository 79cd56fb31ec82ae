import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Problem } from './Problem.tsx';

test('comes into view each time that it appears', () => {
  const scrolled: (string | null)[] = [];
  // jsdom has no layout, and so not this function.
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.textContent);
  };
  const { rerender } = render(<Problem text="Your plan is being changed already" />);
  rerender(<Problem text={null} />);
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(<Problem text="Please try again" />);
  expect(scrolled).toEqual(['Your plan is being changed already', 'Please try again']);
});
