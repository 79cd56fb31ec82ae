import type { Criterion, Template } from '@cip/contracts/questions/templates';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { descriptionOf } from '../../../../testing/description-of.ts';
import { loseReply, serveApi } from '../../../../testing/fake-api.ts';
import { renderScreen } from '../../../../testing/render-screen.tsx';
import { TemplateList } from './TemplateList.tsx';
import { fill } from '../../../../testing/fill.ts';

const ID = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';
const template: Template = {
  id: ID,
  updated_at: '2031-05-06T07:30:00.000Z',
  name: 'Backend',
  criteria: [],
  asks_before_admitting: false,
  typing_mode: 'enter',
  allows_runs: true,
  rule: null,
  completion: null,
  questions: [],
};
const facts = { languages: [], test_count: 0, minutes: null };
const languageLabel = (language: string) => ({ javascript: 'JavaScript', python: 'Python' })[language] ?? language;
const LIST = 'GET /api/interview-templates';
const CHANGE = `PUT /api/interview-templates/${ID}`;
const DELETE = `DELETE /api/interview-templates/${ID}`;

afterEach(() => vi.unstubAllGlobals());

const NONE = { data: [], current_page: 1, last_page: 1, total: 0 };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('marks a criterion without a name, and saves it once named', async () => {
  const calls = serveApi({ [LIST]: { data: [template] }, [CHANGE]: { template }, 'GET /api/questions?page=1': NONE });
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  await press('Edit Backend');
  await press('Add a criterion');
  const [, name] = screen.getAllByLabelText('Name');
  expect(document.activeElement).toBe(name);
  for (let tries = 0; tries < 2; tries++) {
    await press('Save');
    await waitFor(() => expect(descriptionOf(name as HTMLElement)).toBe('Name is required'));
    await waitFor(() => expect(document.activeElement).toBe(name));
  }
  expect(calls.map(({ call }) => call)).not.toContain(CHANGE);
  await fill(name as HTMLElement, 'Code');
  await press('Save');
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain(CHANGE));
});

test('saves the completion of a template only if it changes', async () => {
  const full = { ...template, completion: 'full' as const };
  const calls = serveApi({ [LIST]: { data: [full] }, [CHANGE]: { template }, 'GET /api/questions?page=1': NONE });
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  expect(await screen.findByText(/completion: full/)).toBeTruthy();
  const saved = () => calls.filter(({ call }) => call === CHANGE).map(({ body }) => body);
  await press('Edit Backend');
  const [name] = screen.getAllByLabelText('Name');
  await userEvent.type(name as HTMLElement, ' 2');
  await press('Save');
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()[0]).not.toHaveProperty('completion');
  await press('Edit Backend');
  await userEvent.click(screen.getByRole('radio', { name: 'Default' }));
  await press('Save');
  await waitFor(() => expect(saved()[1]).toMatchObject({ completion: null }));
});

test('starts a session with a template, or schedules one', async () => {
  serveApi({ [LIST]: { data: [template] } });
  const { history } = await renderScreen(<TemplateList languageLabel={languageLabel} />);
  const link = await screen.findByRole('link', { name: 'Start a session with Backend' });
  expect(link.getAttribute('href')).toBe(`/editor?template=${ID}`);
  await userEvent.click(screen.getByRole('link', { name: 'Schedule a session with Backend' }));
  await waitFor(() => expect(history.location.href).toBe('/sessions'));
  expect(history.location.state).toMatchObject({ isPlanning: true, templateId: ID });
});

test('tells the facts of its questions and of those it offers, in the names of languages', async () => {
  const one = { is_archived: false, languages: ['python'], test_count: 1, minutes: 20 };
  const other = { is_archived: false, languages: ['javascript'], test_count: 0, minutes: null };
  serveApi({
    // The bank's first page does not have it.
    [LIST]: { data: [{ ...template, questions: [{ id: 'q-1', title: 'Late trains', ...one }] }] },
    'GET /api/questions?page=1': { ...NONE, data: [{ id: 'q-2', title: 'Parcels', ...other }] },
  });
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  await press('Edit Backend');
  expect(screen.getByText('Python · 1 test · 20 min')).toBeTruthy();
  expect(await screen.findByText('JavaScript · No tests')).toBeTruthy();
});

test('moves a question down and up again', async () => {
  const questions = ['One', 'Two'].map((title, at) => ({ id: `q-${at}`, title, is_archived: false, ...facts }));
  serveApi({ [LIST]: { data: [{ ...template, questions }] }, 'GET /api/questions?page=1': NONE });
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  await press('Edit Backend');
  const titles = () => screen.getAllByRole('button', { name: /^Remove/ }).map((button) => button.ariaLabel);
  await press('Move One down');
  expect(titles()).toEqual(['Remove Two', 'Remove One']);
  expect(screen.getByRole('button', { name: 'Move One down' })).toHaveProperty('disabled', true);
  await press('Move One up');
  expect(titles()).toEqual(['Remove One', 'Remove Two']);
});

test('deletes a template only after a confirmation', async () => {
  let data = [template];
  const calls = serveApi({
    [LIST]: () => ({ data }),
    [DELETE]: () => {
      data = [];
      return { message: 'Template deleted' };
    },
  });
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  await press('Edit Backend');
  await press('Delete');
  const question = screen.getByRole('alertdialog', { name: 'Delete this template?' });
  expect(calls.map(({ call }) => call)).not.toContain(DELETE);
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No templates yet')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows why a template was not deleted', async () => {
  serveApi({
    [LIST]: { data: [template] },
    [DELETE]: { status: 404, body: { code: 'not_found', message: 'Template not found' } },
  });
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  await press('Edit Backend');
  await press('Delete');
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Template not found')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('does not save over a colleague’s change, and opens that one again', async () => {
  const changed = { ...template, name: 'Platform', updated_at: '2031-05-06T07:31:00.000Z' };
  const message = 'A colleague has changed this template. Open it again to see how.';
  let data = [template];
  const calls = serveApi({
    [LIST]: () => ({ data }),
    [CHANGE]: (body) => {
      const isLatest = (body as Template).updated_at === changed.updated_at;
      return isLatest ? { template: changed } : { status: 409, body: { code: 'conflict', message } };
    },
  });
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  await press('Edit Backend');
  data = [changed];
  await userEvent.type(screen.getByLabelText('Name'), ' 2');
  await press('Save');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Backend 2');
  await press('Cancel');
  await press('Edit Platform');
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.findLast(({ call }) => call === CHANGE)?.body).toMatchObject({ updated_at: changed.updated_at });
});

test('saves over its own change whose reply was lost', async () => {
  let latest = template;
  const calls = serveApi({
    [LIST]: () => ({ data: [latest] }),
    [CHANGE]: (body) => {
      const { updated_at, ...settings } = body as Template;
      if (settings.name === latest.name) return { template: latest };
      if (updated_at !== latest.updated_at) return { status: 409, body: { message: 'Changed', code: 'conflict' } };
      latest = { ...latest, ...settings, updated_at: `2031-05-06T07:3${calls.length}:00.000Z` };
      return { template: latest };
    },
    'GET /api/questions?page=1': NONE,
  });
  loseReply('PUT');
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  await press('Edit Backend');
  const completion = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
  await completion('Full');
  await userEvent.type(screen.getByLabelText('Name'), ' 2');
  await press('Save');
  await screen.findByText(/^We can’t reach the server/);
  const lost = latest.updated_at;
  await completion('Default');
  await userEvent.type(screen.getByLabelText('Name'), '3');
  await press('Save');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const saved = { updated_at: lost, name: 'Backend 23', completion: null };
  expect(calls.findLast(({ call }) => call === CHANGE)?.body).toMatchObject(saved);
});

test('adds the only match by Enter without saving the template', async () => {
  const found = (...titles: string[]) => ({
    data: titles.map((title) => ({ id: title, title, is_archived: false, ...facts })),
    current_page: 1,
    last_page: 1,
    total: titles.length,
  });
  const calls = serveApi({
    [LIST]: { data: [template] },
    'GET /api/questions?page=1': found('Parcels', 'Pairs'),
    'GET /api/questions?page=1&search=Pa': found('Parcels', 'Pairs'),
    'GET /api/questions?page=1&search=Pair': found('Pairs'),
  });
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  await press('Edit Backend');
  const search = screen.getByRole('searchbox', { name: 'Find a question to add' });
  const chosen = () => screen.queryAllByRole('button', { name: /^Remove P/ }).map((button) => button.ariaLabel);
  await userEvent.type(search, 'Pa{Enter}');
  await screen.findByRole('button', { name: 'Add Parcels' });
  await userEvent.type(search, '{Enter}');
  expect(chosen()).toEqual([]);
  await userEvent.type(search, 'ir');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Parcels' })).toBeNull());
  fireEvent.keyDown(search, { key: 'Enter', isComposing: true });
  // Safari.
  fireEvent.keyDown(search, { key: 'Enter', keyCode: 229 });
  expect(chosen()).toEqual([]);
  await userEvent.type(search, '{Enter}');
  expect(chosen()).toEqual(['Remove Pairs']);
  await userEvent.type(search, '{Enter}');
  expect(screen.getByRole('dialog', { name: 'Edit template' })).toBeTruthy();
  expect(calls.map(({ call }) => call)).not.toContain(CHANGE);
});

test('removes one question and one criterion at a double click', async () => {
  const questions = ['One', 'Two'].map((title, at) => ({ id: `q-${at}`, title, is_archived: false, ...facts }));
  const criteria = ['Code', 'Tests'].map((name) => ({ name, meanings: ['', '', '', ''] as Criterion['meanings'] }));
  serveApi({ [LIST]: { data: [{ ...template, questions, criteria }] }, 'GET /api/questions?page=1': NONE });
  await renderScreen(<TemplateList languageLabel={languageLabel} />);
  await press('Edit Backend');
  const form = within(await screen.findByRole('dialog'));
  const removals = () => form.getAllByRole('button', { name: /^Remove/ }).map((button) => button.ariaLabel);
  const pressTwiceInPlace = async (name: string) => {
    const at = removals().indexOf(name);
    for (const detail of [1, 2])
      fireEvent.click(form.getAllByRole('button', { name: /^Remove/ })[at] ?? document.body, { detail });
    await waitFor(() => expect(removals()).not.toContain('Remove One'));
  };
  await pressTwiceInPlace('Remove One');
  expect(removals()).toEqual(['Remove Two', 'Remove criterion 1', 'Remove criterion 2']);
  await pressTwiceInPlace('Remove criterion 1');
  expect(removals()).toEqual(['Remove Two', 'Remove criterion 1']);
});
