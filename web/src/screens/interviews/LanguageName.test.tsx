import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CodePreview } from '../../features/interviews/review/CodePreview.tsx';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { reviewParts } from './review-parts.ts';

afterEach(() => vi.unstubAllGlobals());

test('names the languages of an interview’s codes as the editor does', async () => {
  const data = { language: 'postgresql', code_content: 'select 2;', last_updated_at: '2026-11-20T10:00:00.000Z' };
  const aside = { number: 1, question_number: 2, at: '2026-11-20T09:30:00.000Z', participant_name: 'Ada' };
  serveApi({
    'GET /api/code-editor-data/session/id-1': { data, asides: [{ ...aside, language: 'c++', code: 'int a;' }] },
  });
  await renderScreen(<CodePreview interviewId="id-1" parts={reviewParts} />);
  expect(await screen.findByText(/^Language: PostgreSQL · Last updated/)).toBeTruthy();
  expect(await screen.findByText(/^Language: C\+\+ · Put aside by Ada/)).toBeTruthy();
});
