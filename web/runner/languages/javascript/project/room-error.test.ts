import { expect, test } from 'vitest';
import { FileScripts } from './file-scripts.ts';
import { roomError } from './room-error.ts';

const placeIn = (_name: string, line: number) => ({ line, column: null });

/** Returns the error of a room whose files have loaded from addresses of their own, with the stack of a browser. */
function errorWith(stack: string): ReturnType<typeof roomError> {
  let made = 0;
  const scripts = new FileScripts({ load: () => undefined, addressOf: () => `blob:null/${++made}-a` });
  for (const name of ['main.js', 'my shop.js']) scripts.bodyOf({ name, code: '', isAsync: false });
  const error = Object.assign(new TypeError('no x'), { stack });
  return roomError({ error, message: '', line: null, column: null }, { entry: 'main.js', scripts, placeIn });
}

test.each([
  [
    'WebKit',
    'half@blob:null/2-a:2:9\nglobal code@blob:null/1-a:3:5\nappend@[native code]\n@http://a/run/preview.html:1:2',
  ],
  ['Firefox', 'half@room:///my%20shop.js:2:9\n@room:///main.js:3:5\n'],
  [
    'Chromium',
    'TypeError: no x\n    at half (room:///my%20shop.js:2:9)\n    at room:///main.js:3:5\n    at a (http://a/b:1:2)',
  ],
])('names the files in a stack of %s', (_browser, stack) => {
  const { error, text } = errorWith(stack);
  expect(text).toBe('Uncaught TypeError: no x\n    at half (my shop.js:2)\n    at main.js:3\n');
  expect(error).toEqual({ name: 'TypeError', message: 'no x (my shop.js:2)', line: null, column: null });
});
