import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallLink } from './CallLink.tsx';

test('shows a call’s host, and opens it without an opener', () => {
  render(<CallLink link="https://meet.example:8443/abc?pwd=1" />);
  const link = screen.getByRole('link', { name: 'Join the call at meet.example:8443' });
  expect(link.getAttribute('href')).toBe('https://meet.example:8443/abc?pwd=1');
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  expect(screen.getByText('meet.example:8443')).toBeTruthy();
});

test.each([null, undefined, '', 'javascript:alert(1)', 'http://meet.example', 'https://a:b@meet.example', 'nonsense'])(
  'shows nothing for %j',
  (link) => {
    const { container } = render(<CallLink link={link} />);
    expect(container.textContent).toBe('');
  },
);
