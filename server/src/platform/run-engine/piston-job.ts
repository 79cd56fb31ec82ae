import type { EngineProgram } from './adapter.ts';
import { ENGINE_LANGUAGES } from './languages.ts';
import { limitsOf, type PistonRuntime } from './piston-runtime.ts';

/** Returns the part of a job that both ways to start one have in common. */
export function pistonJob(runtime: PistonRuntime, program: EngineProgram) {
  const { language, version } = runtime;
  const name = ENGINE_LANGUAGES.get(program.language)?.file ?? 'main';
  const [, ...others] = program.files ?? [];
  const files = [{ name, content: program.code }, ...others.filter((file) => file.name !== name)];
  return { language, version, ...limitsOf(runtime, program), files };
}

/** Words of programs that read their input, in any language; a false match only costs the live output. */
const INPUT_WORDS =
  /stdin|scanner|\bread|readln|getline|getchar|\binput|\bgets\b|scanf|\bcin\b|bufio|\bscan|system\.in|mapfile|\bcat\b|argf|\$<|<>/i;

/**
 * Returns whether a program may read its input. It would wait for more until its time limit, because Piston never
 * closes the input of a connected job.
 */
export function mayReadInput({ code, stdin, files = [] }: EngineProgram): boolean {
  return stdin !== '' || [code, ...files.map(({ content }) => content)].some((text) => INPUT_WORDS.test(text));
}
