import { readRunEngine } from '@cip/contracts/runs/run-engine';
import { afterEach, expect, test } from 'vitest';
import { registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startEngine, type EngineStandIn } from '../../testing/run-engine/stand-in.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

const open: (EngineStandIn | TestApp)[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close();
});

async function start(engine?: EngineStandIn): Promise<{ node: TestApp; token: string }> {
  const node = await startTestApp({
    env: engine ? { RUN_ENGINE_URL: engine.url, RUN_ENGINE_LANGUAGES: 'java,c#' } : {},
  });
  open.push(node);
  return { node, token: (await registerCompany(node)).token };
}

test('shows the owner that the engine answers, and the languages that are offered', async () => {
  const engine = await startEngine();
  open.push(engine);
  const { node, token } = await start(engine);

  const { reply } = await call(node.app, readRunEngine, { token });

  expect(reply).toEqual({
    engine: {
      answers: true,
      languages: [
        { id: 'java', version: '15.0.2' },
        { id: 'c#', version: '6.12.0' },
      ],
    },
  });
});

test('says that the engine does not answer, and what it offered before', async () => {
  const engine = await startEngine();
  const { node, token } = await start(engine);
  await until('the languages', () => (node.ctx.runEngine?.languages().length ?? 0) > 0);
  await engine.close();

  const { reply } = await call(node.app, readRunEngine, { token });

  expect(reply).toMatchObject({ engine: { answers: false, languages: [{ id: 'java' }, { id: 'c#' }] } });
});

test('asks the engine once for a burst of checks', async () => {
  const engine = await startEngine();
  open.push(engine);
  const { node, token } = await start(engine);
  await until('the languages', () => (node.ctx.runEngine?.languages().length ?? 0) > 0);
  const before = engine.received.length;

  await Promise.all(Array.from({ length: 5 }, () => call(node.app, readRunEngine, { token })));

  expect(engine.received.length - before).toBe(1);
});

test('has no state without an engine', async () => {
  const { node, token } = await start();

  expect((await call(node.app, readRunEngine, { token })).reply).toEqual({ engine: null });
});
