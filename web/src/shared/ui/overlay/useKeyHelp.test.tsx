import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useKeyHelp } from './useKeyHelp.tsx';

function Page() {
  const help = useKeyHelp([['F2', 'Notes']]);
  return (
    <>
      <textarea aria-label="Text" />
      {help}
    </>
  );
}

const dialog = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

test('lists the keys of a page at a question mark, except in a field', async () => {
  render(<Page />);
  await userEvent.type(screen.getByLabelText('Text'), '?');
  expect(screen.getByLabelText('Text')).toHaveProperty('value', '?');
  expect(dialog()).toBeNull();
  await userEvent.click(document.body);
  await userEvent.keyboard('{Control>}?{/Control}');
  expect(dialog()).toBeNull();
  await userEvent.keyboard('?');
  expect((await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).textContent).toContain('F2Notes');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(dialog()).toBeNull();
});
