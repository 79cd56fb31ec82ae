import type { Receipt } from '@cip/contracts/receipts/receipt-format';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ReceiptFacts } from './ReceiptFacts.tsx';

const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`;
const receipt: Receipt = {
  format: 'code-interview-platform receipt',
  version: 1,
  kid: 'kid',
  site: 'https://interviews.example.com',
  issued_at: at(50),
  interview: { id: 'id', company: 'Acme', interviewer: 'Ines', day: '2026-11-20', from: at(0), to: at(45) },
  candidate: 'Ada',
  rules: [],
  languages: ['python'],
  edits: { yours: 1, all: 1, all_kept: true },
  offline: [],
  code: { language: 'python', sha256: 'a', length: 1 },
  kept_until: null,
  contact: { name: 'Ines', company: 'Acme', email: null },
};

function completionOf(shown: Receipt): string[] {
  render(<ReceiptFacts receipt={shown} languageLabel={(language) => language} />);
  const value = screen.getByText('Code completion').nextElementSibling;
  const items = [...(value?.querySelectorAll('li') ?? [])];
  return (items.length > 0 ? items : [value]).map((item) => item?.textContent ?? '');
}

test('says that nothing was completed, also in a receipt of an earlier release', () => {
  expect(completionOf(receipt)).toEqual(['Off']);
});

test('shows the digest of every file', () => {
  const files = (names: string[]) => names.map((name) => ({ name, sha256: `digest of ${name}`, length: 1 }));
  const aside = { number: 1, language: 'sql', sha256: 'b', length: 1, files: files(['main.sql', 'schema.sql']) };
  const shown = { ...receipt, files: files(['main.py', 'shop.py']), asides: [aside] };
  render(<ReceiptFacts receipt={shown} languageLabel={(language) => language} />);
  const digests = screen.getAllByRole('term', { hidden: true }).flatMap((term) => {
    const { textContent: label } = term;
    return label.startsWith('SHA-256') ? [[label, term.nextElementSibling?.textContent]] : [];
  });
  expect(digests).toEqual([
    ['SHA-256 of the final code', 'a'],
    ['SHA-256 of shop.py in the final code', 'digest of shop.py'],
    ['SHA-256 of answer 1, put aside (sql)', 'b'],
    ['SHA-256 of schema.sql in answer 1', 'digest of schema.sql'],
  ]);
});

test('says how much was completed since when', () => {
  const completions = [
    { since: at(0), completion: 'words' as const },
    { since: at(20), completion: 'off' as const },
  ];
  const [first, second] = completionOf({ ...receipt, completions });
  expect(first).toMatch(/^Words \(since .+\)$/);
  expect(second).toMatch(/^Off \(since .+\)$/);
});
