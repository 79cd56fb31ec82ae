import * as contract from '@cip/contracts/runs/run-engine';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';

/** Registers the route by which an owner sees the state of the engine. */
export function runEngineRoutes(app: App, { runEngine }: AppContext): void {
  app.route({
    ...contract.readRunEngine,
    async handler() {
      const state = await runEngine?.check();
      return { engine: state ? shorten(state) : null };
    },
  });
}

/** Returns the state with versions of a bounded length, because an engine may name anything. */
function shorten({ answers, languages }: contract.EngineState): contract.EngineState {
  return {
    answers,
    languages: languages.map(({ id, version }) => ({ id, version: version.slice(0, contract.ENGINE_VERSION_MAX) })),
  };
}
