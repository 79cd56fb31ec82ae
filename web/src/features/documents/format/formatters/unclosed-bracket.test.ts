import { expect, test } from 'vitest';
import { unclosedBracket } from './unclosed-bracket.ts';

test.each([
  ['int main() {\n  f(;\n}', 3, 'nothing opens the }'],
  ['int a[] = {1;\nint b;', 1, 'the { is not closed'],
  ['}', 1, 'nothing opens the }'],
])('finds the bracket of %j', (text, line, message) => {
  expect(unclosedBracket(text, 'c++')).toMatchObject({ line, message });
});

test.each([
  String.raw`f("(", '{', '\''); // (`,
  "/* ( */ int a = 1'000; g({});",
  String.raw`wchar_t c = L'('; char d = '"'; h("\"(");`,
])('counts no bracket in strings, characters and comments: %j', (text) => {
  expect(unclosedBracket(text, 'c++')).toBeNull();
});
