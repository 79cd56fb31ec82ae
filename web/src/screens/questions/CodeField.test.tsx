import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EditorPaneProps } from '../../features/documents/editor/languages/editor-pane.ts';
import { CodeField } from './CodeField.tsx';

const { opened } = vi.hoisted(() => ({ opened: { panes: [] as EditorPaneProps['gate'][] } }));
vi.mock('../../features/documents/EditorPane.tsx', () => ({
  EditorPane: ({ gate }: EditorPaneProps) => {
    if (!opened.panes.includes(gate)) opened.panes.push(gate);
    return null;
  },
}));

const nothing = () => undefined;
const listening = { addEventListener: nothing, removeEventListener: nothing };
beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, ...listening })));
afterEach(() => vi.unstubAllGlobals());

test('takes another code over in the same editor, unreported', () => {
  const reported: string[] = [];
  const field = (code: string, revision: number) => (
    <CodeField
      label="Solution"
      language="python"
      code={code}
      revision={revision}
      onChange={(text) => reported.push(text)}
    />
  );
  const { rerender } = render(field('pass', 0));
  screen.getByRole('group', { name: 'Solution' });
  const [gate] = opened.panes;
  const text = () => gate?.text.toString();
  act(() => gate?.text.insert(4, '!'));
  // The form may render an earlier text while somebody types.
  rerender(field('pass', 0));
  expect([text(), reported]).toEqual(['pass!', ['pass!']]);
  rerender(field('print(1)', 1));
  expect([text(), reported, opened.panes.length]).toEqual(['print(1)', ['pass!'], 1]);
  act(() => gate?.text.insert(0, '# '));
  expect(reported).toEqual(['pass!', '# print(1)']);
});
