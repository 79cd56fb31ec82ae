/** Text that a program writes, after a pause. */
interface Chunk {
  stream: 'stdout' | 'stderr';
  text: string;
  afterMs?: number;
}

/** How the stand-in misbehaves instead of running a program. */
export type Fault = 'status 400' | 'status 500' | 'closes midway' | 'invalid JSON' | 'no answer' | 'large answer';

/** A program of the stand-in: nothing is executed, each one only has results. */
export interface CannedProgram {
  /** The compiler's output if it does not compile. */
  compileError?: string;
  writes: (stdin: string) => Chunk[];
  /** Null if it never ends by itself. */
  exitCode: number | null;
  fault?: Fault;
}

const out = (text: string, afterMs = 0): Chunk => ({ stream: 'stdout', text, afterMs });
const err = (text: string): Chunk => ({ stream: 'stderr', text });
const faulty = (fault: Fault): CannedProgram => ({
  writes: () => [out('half')],
  exitCode: 0,
  fault,
});

/** Output of the program `large answer`, which the stand-in does not limit, in characters. */
const LARGE = 1024 * 1024;

const JAVA_ERROR = `Exception in thread "main" java.lang.ArithmeticException: / by zero
\tat Main.divide(Main.java:7)
\tat Main.main(Main.java:3)
`;

/** The programs by their source text. */
export const PROGRAMS: Record<string, CannedProgram> = {
  hello: { writes: () => [out('Hello!\n')], exitCode: 0 },
  'echo stdin': { writes: (stdin) => [out(`You wrote: ${stdin}`)], exitCode: 0 },
  sleep: { writes: () => [out('before\n')], exitCode: null },
  flood: { writes: () => Array.from({ length: 64 }, () => out('0123456789abcdef'.repeat(512))), exitCode: 0 },
  'long output': { writes: () => [out('a'.repeat(60_000)), out(`${'b'.repeat(40_000)}end`)], exitCode: 0 },
  slow: { writes: () => ['one', 'two', 'three'].map((word) => out(`${word}\n`, 300)), exitCode: 0 },
  'late exit': { writes: () => [out('result\n'), out('', 1_000)], exitCode: 0 },
  both: { writes: () => [out('result\n'), err('warning\n')], exitCode: 3 },
  odd: { writes: () => [out('nul:\0 lone:\uD800 emoji:😀')], exitCode: 0 },
  crash: { writes: () => [out('start\n'), err(JAVA_ERROR)], exitCode: 1 },
  'compile error': { compileError: "Main.java:3: error: ';' expected\n", writes: () => [], exitCode: 0 },
  'large answer': { writes: () => [out('x'.repeat(LARGE))], exitCode: 0, fault: 'large answer' },
  'status 400': faulty('status 400'),
  'status 500': faulty('status 500'),
  'closes midway': faulty('closes midway'),
  'invalid JSON': faulty('invalid JSON'),
  'no answer': faulty('no answer'),
};
