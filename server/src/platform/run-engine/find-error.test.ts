import { describe, expect, it } from 'vitest';
import { findError, wantsInput } from './find-error.ts';

describe('the error of a program', () => {
  it.each([
    ['javac', "Main.java:3: error: ';' expected\n    int x = 1\n", "';' expected", 3, null],
    ['gcc', "main.cpp: In function 'int main()':\nmain.cpp:3:20: error: expected ';'\n", "expected ';'", 3, 20],
    ['go', '# command-line-arguments\n./main.go:5:2: undefined: x\n', 'undefined: x', 5, 2],
    [
      'rustc',
      'error[E0425]: cannot find value `x` in this scope\n --> main.rs:3:5\n',
      'cannot find value `x` in this scope',
      3,
      5,
    ],
    ['kotlinc', 'main.kt:3:5: error: unresolved reference: x\n', 'unresolved reference: x', 3, 5],
    ['swiftc', 'main.swift:3:5: error: cannot find x\n', 'cannot find x', 3, 5],
    ['csc', 'main.cs(3,5): error CS1002: ; expected\n', '; expected', 3, 5],
    ['dotnet', '/box/submission/main.cs(7,9): error CS0103: The name x\n', 'The name x', 7, 9],
  ])('finds the error in the output of %s', (_compiler, text, message, line, column) => {
    expect(findError(text, 'compile')).toEqual({ name: 'Compile error', message, line, column });
  });

  it.each([
    [
      'Java',
      'Exception in thread "main" java.lang.ArithmeticException: / by zero\n\tat Main.main(Main.java:5)\n',
      ['java.lang.ArithmeticException', '/ by zero', 5, null],
    ],
    [
      'Go',
      'panic: runtime error: index out of range [3]\n\ngoroutine 1 [running]:\nmain.main()\n\t/box/main.go:6 +0x1d\n',
      ['panic', 'runtime error: index out of range [3]', 6, null],
    ],
    ['Rust', "thread 'main' panicked at main.rs:3:5:\nexplicit panic\n", ['panicked', 'explicit panic', 3, 5]],
    ['older Rust', "thread 'main' panicked at 'explicit panic', main.rs:3:5\n", ['panicked', 'explicit panic', 3, 5]],
    [
      'C#',
      'Unhandled exception. System.Exception: no\n   at Program.Main() in /box/main.cs:line 3\n',
      ['System.Exception', 'no', 3, null],
    ],
    ['Bash', 'main.sh: line 3: foo: command not found\n', ['Error', 'foo: command not found', 3, null]],
    [
      'Python, whose innermost call is the last',
      'Traceback (most recent call last):\n  File "main.py", line 9, in <module>\n  File "main.py", line 4, in f\nNameError: x\n',
      ['NameError', 'x', 4, null],
    ],
  ])('finds the error in the output of %s', (_runtime, text, [name, message, line, column]) => {
    expect(findError(text, 'run')).toEqual({ name, message, line, column });
  });

  it('finds no error if the output names none', () => {
    expect(findError('warning: unused variable\n', 'run')).toBeNull();
  });

  it('bounds the error’s line and removes control characters', () => {
    const error = findError(`main.kt:3:5: error: bad \u001b[31m\u202e${'x'.repeat(5_000)}\n`, 'compile');

    expect(error?.message).toMatch(/^bad {2}\[31m x+$/);
    expect(error?.message).toHaveLength(2_000);
  });

  // It takes minutes if a search starts over at each repetition.
  it.each([
    ['file names', 'Program', '.main'],
    ['quotes', "thread 'a' panicked at '", "', "],
    ['positions', "thread 'a' panicked at ", ':1'],
  ])('searches a text of many %s once', (_what, start, repeated) => {
    expect(findError(start + repeated.repeat(500_000), 'run')).toBeNull();
  });

  it('finds no line if the number cannot be one', () => {
    expect(findError('main.kt:99999999:1: error: bad\n', 'compile')).toMatchObject({ line: null, column: 1 });
  });
});

it.each([
  ['java.util.NoSuchElementException: No line found\n', true],
  ['\tat java.base/java.util.Scanner.throwFor(Scanner.java:937)\n', true],
  ['EOFError: EOF when reading a line\n', true],
  ['java.util.NoSuchElementException: No value present\n', false],
])('recognizes from %j whether a program wants more input', (text, expected) => {
  expect(wantsInput(text)).toBe(expected);
});
