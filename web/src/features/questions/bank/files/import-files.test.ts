import { expect, test } from 'vitest';
import { importFiles } from './import-files.ts';

/** A file of a picked folder. */
function aFile(path: string): File {
  return Object.defineProperty(new File(['x'], 'file'), 'webkitRelativePath', { value: path });
}

test('names the first files that it leaves out, and counts the others by reason', async () => {
  const made = Array.from({ length: 990 }, (_, n) => aFile(`shop/node_modules/${'a-long-name/'.repeat(20)}${n}.js`));
  const hidden = Array.from({ length: 10 }, (_, n) => aFile(`shop/.git/${n}`));
  const imported = await importFiles({ language: 'python', code: '' }, [...made, ...hidden, aFile('shop/main.py')]);
  const report = 'report' in imported ? imported.report : '';
  expect(report.length).toBeLessThan(500);
  expect(report).toContain('1 file imported. Left out: …-long-name/a-long-name/a-long-name/0.js (made by a tool), ');
  expect(report.match(/\d\.js/g)).toHaveLength(5);
  expect(report.slice(report.indexOf(', and'))).toBe(
    ', and more (made by a tool: 985, a hidden file of its system: 10).',
  );
});
