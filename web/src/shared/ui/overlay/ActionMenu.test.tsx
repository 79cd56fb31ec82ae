import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ActionMenu } from './ActionMenu.tsx';

test('sets a dangerous action apart from the one above it', async () => {
  render(
    <ActionMenu label="More" actions={[{ label: 'Editor settings' }, { label: 'End', danger: true }]}>
      …
    </ActionMenu>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  const styleOf = (name: string) => getComputedStyle(screen.getByRole('menuitem', { name }));
  expect(styleOf('End').marginTop).toBe('4px');
  expect(styleOf('Editor settings').marginTop).not.toBe('4px');
});
