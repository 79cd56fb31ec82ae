import type { RunEngineConfig } from '../config/run-engine-config.ts';
import type { EngineAdapter } from './adapter.ts';
import { EngineFailure } from './engine-failure.ts';
import { engineHttp } from './engine-http.ts';
import { fieldsOf, textOf } from './json-shape.ts';
import { ENGINE_LANGUAGES } from './languages.ts';
import { connectToPiston, ConnectRefused } from './piston-connect.ts';
import { executeOnPiston } from './piston-execute.ts';
import { mayReadInput } from './piston-job.ts';
import type { PistonLimits, PistonRuntime } from './piston-runtime.ts';

/** Speaks Piston's API, version 2. Each run requests `limits`. */
export function pistonAdapter(config: RunEngineConfig, limits: PistonLimits): EngineAdapter {
  const send = engineHttp(config);
  let runtimes = new Map<string, PistonRuntime>();
  let hasConnect = true;
  return {
    async readLanguages(signal) {
      const { status, body } = await send('/api/v2/runtimes', { signal });
      if (status !== 200) throw new EngineFailure('refused', status);
      if (!Array.isArray(body)) throw new EngineFailure('unreadable', status);
      runtimes = findRuntimes(body.map(fieldsOf), limits);
      hasConnect = true;
      return Array.from(runtimes, ([id, { version }]) => ({ id, version }));
    },
    async execute(attempt) {
      const runtime = runtimes.get(attempt.program.language);
      if (!runtime) throw new EngineFailure('not_offered');
      if (!hasConnect || mayReadInput(attempt.program)) return executeOnPiston(send, runtime, attempt);
      try {
        return await connectToPiston(config, runtime, attempt);
      } catch (error) {
        if (!(error instanceof ConnectRefused)) throw error;
        hasConnect = false;
        return executeOnPiston(send, runtime, attempt);
      }
    },
  };
}

function findRuntimes(listed: Record<string, unknown>[], limits: PistonLimits): Map<string, PistonRuntime> {
  const runtimes = new Map<string, PistonRuntime>();
  for (const [id, { piston }] of ENGINE_LANGUAGES) {
    const [found] = piston.flatMap((name) => latest(listed.filter((entry) => entry['language'] === name)));
    const [alias] = piston.flatMap((name) => latest(listed.filter((entry) => hasAlias(entry, name))));
    const entry = found ?? alias;
    if (entry) {
      const { language, version } = entry;
      runtimes.set(id, { language: textOf(language), version: textOf(version), limits: { ...limits } });
    }
  }
  return runtimes;
}

function hasAlias({ aliases }: Record<string, unknown>, name: string): boolean {
  return Array.isArray(aliases) && aliases.includes(name);
}

/** Returns the entry with the highest version, in an array; an empty array if there is none. */
function latest(entries: Record<string, unknown>[]): Record<string, unknown>[] {
  const versionOf = (entry: Record<string, unknown>) => textOf(entry['version']);
  return entries.toSorted((a, b) => versionOf(b).localeCompare(versionOf(a), 'en', { numeric: true })).slice(0, 1);
}
