import { expect, test, vi } from 'vitest';
import { Turns } from './turns.ts';

/** Starts tasks that run until they are ended one by one; returns the names of the running ones. */
function startTasks(turns: Turns) {
  const running = new Map<string, PromiseWithResolvers<void>>();
  return {
    running: () => [...running.keys()],
    start: (key: string, name: string) =>
      turns.run(key, async () => {
        const task = Promise.withResolvers<void>();
        running.set(name, task);
        await task.promise.finally(() => running.delete(name));
        return name;
      }),
    end: (name: string) => running.get(name)?.resolve(),
    fail: (name: string) => running.get(name)?.reject(new Error(name)),
  };
}

/** Resolves when tasks have started, because a turn ends with the event loop's round. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve));
}

test('runs two tasks of a key in parallel, others in order', async () => {
  const tasks = startTasks(new Turns(2));
  const results = ['a', 'b', 'c', 'd'].map((name) => tasks.start('one', name));
  const other = tasks.start('two', 'x');
  await settle();
  expect(tasks.running()).toEqual(['a', 'b', 'x']);
  tasks.end('b');
  await settle();
  expect(tasks.running()).toEqual(['a', 'x', 'c']);
  for (const name of ['a', 'c', 'x']) tasks.end(name);
  await settle();
  expect(tasks.running()).toEqual(['d']);
  tasks.end('d');
  expect(await Promise.all([...results, other])).toEqual(['a', 'b', 'c', 'd', 'x']);
});

test('lets the event loop go round between tasks without I/O', async () => {
  const turns = new Turns(1);
  const order: string[] = [];
  const first = turns.run('one', async () => void order.push('task'));
  const second = turns.run('one', async () => void order.push('task'));
  setImmediate(() => order.push('event'));
  await Promise.all([first, second]);
  expect(order).toEqual(['task', 'event', 'task']);
});

test('goes on after a task that fails', async () => {
  const tasks = startTasks(new Turns(1));
  const [failing, next] = [tasks.start('one', 'a'), tasks.start('one', 'b')];
  await settle();
  tasks.fail('a');
  await expect(failing).rejects.toThrow('a');
  await settle();
  expect(tasks.running()).toEqual(['b']);
  tasks.end('b');
  expect(await next).toBe('b');
});

test('has two turns again after all tasks ended', async () => {
  const tasks = startTasks(new Turns(2));
  const first = ['a', 'b', 'c'].map((name) => tasks.start('one', name));
  await settle();
  for (const name of ['a', 'b']) tasks.end(name);
  await settle();
  tasks.end('c');
  await Promise.all(first);
  void ['d', 'e', 'f'].map((name) => tasks.start('one', name));
  await settle();
  expect(tasks.running()).toEqual(['d', 'e']);
});

test('passes the turn of a slow task on after a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const tasks = startTasks(new Turns(1));
    const results = ['slow', 'b', 'c'].map((name) => tasks.start('one', name));
    await settle();
    vi.advanceTimersByTime(999);
    await settle();
    expect(tasks.running()).toEqual(['slow']);
    vi.advanceTimersByTime(1);
    await settle();
    expect(tasks.running()).toEqual(['slow', 'b']);
    tasks.end('slow');
    await settle();
    expect(tasks.running()).toEqual(['b']);
    tasks.end('b');
    await settle();
    tasks.end('c');
    expect(await Promise.all(results)).toEqual(['slow', 'b', 'c']);
  } finally {
    vi.useRealTimers();
  }
});
