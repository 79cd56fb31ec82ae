import { describe, expect, it } from 'vitest';
import { aQuestion } from '../../../testing/builders.ts';
import { questionArchive } from '../../../testing/http/question-archive.ts';
import type { QuestionContent } from '@cip/contracts/questions/questions';
import { FileProblem } from './file-problem.ts';
import { writeQuestionFile, writeQuestionFolder } from './question-file.ts';
import { unpackApart } from './unpack-apart.ts';
import { unpackQuestions } from './unpack.ts';

const file = (changes: Partial<QuestionContent> = {}) => writeQuestionFile(aQuestion(changes));

/** Replaces bytes wherever they occur. */
const replacing = (from: string, to: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
const CENTRAL_HEADER = 0x02014b50;

/** Writes the size that the directory of the archive claims for its first file. */
const claiming = (size: number) => (bytes: Buffer) => {
  const header = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  expect(bytes.readUInt32LE(header)).toBe(CENTRAL_HEADER);
  bytes.writeUInt32LE(size, header + 24);
  return bytes;
};
const zeros = (megabytes: number) => new Uint8Array(megabytes * 1024 * 1024);
const fine = { 'fine.md': file() };
const ADA = { companyId: 'acme', userId: 'ada' };

const PROJECT = aQuestion({
  title: 'Cart',
  starters: [
    {
      language: 'c++',
      code: 'int main() {}',
      files: [
        { name: 'lib/cart.hpp', code: '\ufeffint total();\r\n' },
        { name: 'README.md', code: '---\ntitle: No question\n---\n' },
        { name: 'secret.txt', code: '', is_hidden: true },
      ],
    },
  ],
});

/** The files of a question with a folder. */
function folderFiles(name: string): Record<string, string> {
  const { file: text, codes } = writeQuestionFolder(PROJECT);
  const inFolder = [...codes].map(([path, code]) => [`${name}/${path}`, code]);
  return { ...Object.fromEntries(inFolder), [`${name}.md`]: text };
}

it('reads the files of starters from the folder of their question, in any order and place', async () => {
  const files = folderFiles('ours/cart');
  expect(Object.keys(files)).toEqual([
    'ours/cart/cpp/lib/cart.hpp',
    'ours/cart/cpp/README.md',
    'ours/cart/cpp/secret.txt',
    'ours/cart.md',
  ]);
  const archive = Buffer.from(questionArchive({ ...files, ...fine }), 'base64');
  expect(await unpackQuestions(archive)).toEqual({ questions: [aQuestion(), PROJECT], skipped: [] });
});

it('leaves the code of a file in its question if archives refuse the name, which earlier rules allowed', () => {
  const files = [{ name: '-odd.txt', code: 'inside' }];
  const { file: text, codes } = writeQuestionFolder(aQuestion({ starters: [{ language: 'go', code: '', files }] }));
  expect([...codes]).toEqual([]);
  expect(text).toContain('inside');
});

const NO_FILE = 'files.c++.0.code is not there, and cpp/lib/cart.hpp is no file of';

it.each([
  ['a missing file', 'cart/cpp/lib/cart.hpp', undefined, `cart.md: ${NO_FILE}`],
  ['a file of bytes', 'cart/cpp/secret.txt', new Uint8Array([255, 254]), 'cart.md: The file is not UTF-8 text.'],
  ['a file that no question names', 'cart/cpp/more.hpp', '', 'cart/cpp/more.hpp: Only Markdown files (.md) are'],
])('refuses a folder with %s', async (_, name, changed, message) => {
  const { [name]: _old, ...files } = folderFiles('cart');
  const archive = questionArchive({ ...files, ...(changed !== undefined && { [name]: changed }) });
  await expect(unpackQuestions(Buffer.from(archive, 'base64'))).rejects.toThrow(message);
});

it.each(['../../secret.md', '/etc/passwd', 'a/../../secret.md'])(
  'never follows a name out of the folder: %s',
  async (name) => {
    const text = `---\ntitle: A\nstarters: { python: '' }\nfiles: { python: [{ name: ${name} }] }\n---\n`;
    const archive = questionArchive({ 'a/b.md': text, 'secret.md': file() });
    await expect(unpackQuestions(Buffer.from(archive, 'base64'))).rejects.toThrow(
      `code is not there, and python/${name} is no file`,
    );
  },
);

describe('a hostile archive', () => {
  it.each<[string, string, string]>([
    ['no archive', Buffer.from('# Not a ZIP').toString('base64'), 'The file is not a ZIP archive.'],
    ['an empty archive', questionArchive({}), 'The archive has no Markdown files.'],
    ['a path upwards', questionArchive({ ...fine, '../up.md': file() }), '../up.md: The name of this file'],
    ['an absolute path', questionArchive({ ...fine, '/etc/a.md': file() }), '/etc/a.md: The name of this file'],
    ['a drive', questionArchive({ ...fine, 'C:a.md': file() }), 'C:a.md: The name of this file'],
    ['backslashes', questionArchive({ ...fine, '..\\a.md': file() }), '..\\a.md: The name of this file'],
    ['control characters', questionArchive({ ...fine, 'a\u202e\u0007.md': file() }), 'a��.md: The name of this file'],
    [
      'names of bytes',
      questionArchive({ ...fine, 'é1.md': file() }, replacing('\u00c3\u00a9', '\u00ff\u00fe')),
      'The name',
    ],
    [
      'a name twice',
      questionArchive({ 'one.md': file(), 'two.md': file({ title: 'Two' }) }, replacing('two.md', 'one.md')),
      'one.md: The archive has two files with this name.',
    ],
    ['another kind of file', questionArchive({ ...fine, 'run.sh': 'x' }), 'run.sh: Only Markdown files (.md) are'],
    ['a ZIP in the ZIP', questionArchive({ ...fine, 'a.zip': zeros(1) }), 'a.zip: Only Markdown files (.md) are'],
    ['a large file', questionArchive({ ...fine, 'zeros.md': zeros(4) }), 'zeros.md: The file is too large.'],
    [
      'a lie about its size',
      questionArchive({ 'zeros.md': zeros(4) }, claiming(100)),
      'zeros.md: The file is damaged.',
    ],
    [
      'large files',
      questionArchive(
        Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${n}.md`, file({ data: '\u0001'.repeat(7e5) })])),
      ),
      '5.md: The files of the archive are too large together.',
    ],
    [
      'thousands of files',
      questionArchive(Object.fromEntries(Array.from({ length: 3_001 }, (_, n) => [`${n}.md`, '']))),
      'The archive has too many files.',
    ],
    ['changed bytes', questionArchive(fine, (bytes) => bytes.fill(7, 45, 60)), 'fine.md: The file is damaged.'],
    ['the half of an archive', questionArchive(fine, (bytes) => bytes.subarray(200)), 'is damaged.'],
    [
      'UTF-16',
      questionArchive({ ...fine, 'u.md': Buffer.from(`\ufeff${file()}`, 'utf16le') }),
      'u.md: The file is not UTF-8',
    ],
    [
      'Latin-1',
      questionArchive({ ...fine, 'l.md': Buffer.from(file({ text: 'é' }), 'latin1') }),
      'l.md: The file is not UTF-8',
    ],
    ['no front matter', questionArchive({ ...fine, 'x.md': '# Hi' }), 'x.md: it does not begin with front matter'],
    [
      'many aliases',
      questionArchive({ ...fine, 'x.md': '---\ntitle: &a x\ntags: [*a, *a]\n---\n' }),
      'x.md: the front matter has an alias',
    ],
    [
      'a long front matter',
      questionArchive({ 'x.md': `---\n{ ${'a,'.repeat(1e5)} }\n---\n` }),
      'x.md: the front matter has the key a twice',
    ],
  ])('refuses an archive with %s, and names the file', async (_, archive, message) => {
    const unpacking = unpackQuestions(Buffer.from(archive, 'base64'));

    await expect(unpacking).rejects.toThrow(FileProblem);
    await expect(unpacking).rejects.toThrow(message);
  });

  it('gives up an archive that takes too long', async () => {
    const bytes = Buffer.from(questionArchive(fine), 'base64');

    await expect(unpackApart(bytes, ADA, 1)).rejects.toThrow('The archive takes too long to read. Divide it.');
    expect(await unpackApart(bytes, ADA)).toEqual({ questions: [aQuestion()], skipped: [] });
  });
});

describe('archives that wait', () => {
  const bytes = Buffer.from(questionArchive(fine), 'base64');

  it('reads an archive of another company between those of one company', { tags: ['long'] }, async () => {
    const read: string[] = [];
    const unpack = async (companyId: string, userId: string) => {
      await unpackApart(bytes, { companyId, userId });
      read.push(userId);
    };

    await Promise.all([unpack('acme', 'a1'), unpack('acme', 'a2'), unpack('acme', 'a3'), unpack('other', 'b1')]);

    expect(read).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it(
    'refuses a second archive of a user, and a fifth of a company, until one is read',
    { tags: ['long'] },
    async () => {
      const message = 'Another import is being read. Wait until it is done.';
      const reading = ['a1', 'a2', 'a3', 'a4'].map((userId) => unpackApart(bytes, { companyId: 'acme', userId }));

      for (const userId of ['a1', 'a5'])
        await expect(unpackApart(bytes, { companyId: 'acme', userId })).rejects.toThrow(message);

      await Promise.all(reading);
      expect((await unpackApart(bytes, { companyId: 'acme', userId: 'a1' })).questions).toHaveLength(1);
    },
  );
});
