/** A reason why a program cannot be formatted; the line counts from 1. */
export class SyntaxProblem extends Error {
  readonly line: number | null;

  constructor(line: number | null, message: string) {
    super(message);
    this.line = line;
  }
}
