import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aReceipt } from '../../testing/examples.ts';
import { CodeCheck } from './CodeCheck.tsx';

const filesOf = (names: string[]) => names.map((name) => ({ name, sha256: `digest of ${name}`, length: 1 }));
const ANSWER = { number: 1, language: 'sql', sha256: 'digest of main.sql', length: 1 };
const RECEIPT = {
  ...aReceipt,
  code: { language: 'python', sha256: 'digest of main.py', length: 1 },
  files: filesOf(['main.py', 'shop.py']),
  asides: [{ ...ANSWER, files: filesOf(['main.sql', 'schema.sql']) }],
};

test.each([
  ['main.py', 'This file is the final code, byte for byte.'],
  ['shop.py', 'This file is shop.py of the final code, byte for byte.'],
  ['main.sql', 'This file is answer 1, byte for byte.'],
  ['schema.sql', 'This file is schema.sql of answer 1, byte for byte.'],
  ['other.py', 'This file is neither the final code nor an answer of the receipt.'],
])('compares %s with every file of the receipt', async (name, words) => {
  render(<CodeCheck receipt={RECEIPT} digestOf={async (bytes) => new TextDecoder().decode(bytes)} />);
  await userEvent.upload(screen.getByLabelText(/Compare a code file/), new File([`digest of ${name}`], name));
  expect(await screen.findByText(words)).toBeTruthy();
});

test('compares a dropped file, which the page does not check as a receipt', async () => {
  render(<CodeCheck receipt={RECEIPT} digestOf={async (bytes) => new TextDecoder().decode(bytes)} />);
  const dropped = vi.fn<() => void>();
  window.addEventListener('drop', dropped, { once: true });
  const files = [new File(['digest of main.py'], 'main.py')];
  fireEvent.drop(screen.getByText('Compare a code file with the receipt'), { dataTransfer: { files } });
  expect(await screen.findByText('This file is the final code, byte for byte.')).toBeTruthy();
  expect(dropped).not.toHaveBeenCalled();
  window.removeEventListener('drop', dropped);
});

test('has no verdict about a folder, and compares a file again that was changed', async () => {
  render(<CodeCheck receipt={RECEIPT} digestOf={async (bytes) => new TextDecoder().decode(bytes)} />);
  const field = screen.getByLabelText<HTMLInputElement>(/Compare a code file/);
  await userEvent.upload(field, new File(['digest of main.py'], 'main.py'));
  expect(await screen.findByText('This file is the final code, byte for byte.')).toBeTruthy();
  const folder = new File([], 'src');
  folder.arrayBuffer = () => Promise.reject(new DOMException('A folder', 'NotFoundError'));
  fireEvent.drop(screen.getByText('Compare a code file with the receipt'), { dataTransfer: { files: [folder] } });
  expect(await screen.findByText('This file could not be read.')).toBeTruthy();
  expect(screen.queryByText(/byte for byte/)).toBeNull();
  fireEvent.click(field);
  expect(field.files).toHaveLength(0);
});
