import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { threadTime } from '../../../testing/thread-time.ts';
import { Markdown } from './Markdown.tsx';

test('renders headings, lists, code and tables', () => {
  render(
    <Markdown
      text={'# Sum\n\nAdd **all** `n`:\n\n1. one\n2. two\n\n```js\nif (a < b) {}\n```\n\n|a|b|\n|-|-|\n|1|2|'}
    />,
  );

  screen.getByRole('heading', { name: 'Sum' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['one', 'two']);
  expect(screen.getByText('if (a < b) {}').tagName).toBe('CODE');
  screen.getByRole('cell', { name: '2' });
  expect(screen.getByText('all').tagName).toBe('STRONG');
});

test('leaves out no level of the page’s outline', () => {
  const { container } = render(<Markdown text={'### Third\n\n# First\n\n#### Fourth\n\n> # Quoted'} />);

  const headings = [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  expect(headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    'H2 Third',
    'H2 First',
    'H3 Fourth',
  ]);
});

test.each([
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['a <img src=x onerror=alert(1)> b', 'a <img src=x onerror=alert(1)> b'],
  ['[here](javascript:alert(1))', 'here (javascript:alert(1))'],
  ['![picture](https://example.com/a.png)', 'picture'],
  ['<https://example.com>', 'https://example.com'],
  ['1 &lt; 2 & 3', '1 &lt; 2 & 3'],
])('shows %s as text, without an element that loads or leads anywhere', (text, shown) => {
  const { container } = render(<Markdown text={text} />);

  expect(container.textContent).toBe(shown);
  expect(container.querySelector('a, img, script, iframe, [href], [src], [onerror]')).toBeNull();
});

test.each([
  ['quotes', '>'.repeat(20_000)],
  ['quotes with blanks', '> '.repeat(10_000)],
  ['lists', '- '.repeat(10_000)],
  ['emphasis', '_a_'.repeat(6_600)],
  ['brackets', '['.repeat(20_000)],
  ['HTML', '<div>'.repeat(4_000)],
])('shows deeply nested %s in bounded time', (_, text) => {
  const start = threadTime();
  const { container } = render(<Markdown text={text} />);

  expect(container.textContent?.length).toBeGreaterThan(0);
  expect(container.querySelectorAll('*').length).toBeLessThan(2_000);
  expect(threadTime() - start).toBeLessThan(2_000);
});
