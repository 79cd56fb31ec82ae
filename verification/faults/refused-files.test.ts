import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../server/src/testing/until.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { startInterview, storedTexts } from '../support/interview.ts';
import { Proxy } from '../support/proxy.ts';
import { ProductTypist, SECOND_TEXT } from '../support/typists.ts';

const REFUSES_FILES = fileURLToPath(new URL('../support/refuse-files.ts', import.meta.url));
/** Every second place is in the second file. */
const [FIRST, SECOND] = [0, 1];

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(1);
  await cluster.addNode(['--import', REFUSES_FILES]);
});
afterAll(() => cluster.stop());

test(
  'keeps text of a second file that a previous release refuses until another node takes it',
  { tags: ['long'] },
  async () => {
    const [present, previous] = cluster.nodes;
    if (!present || !previous) throw new Error('two nodes were asked for');
    const interview = await startInterview(cluster);
    let node = present;
    const proxy = await Proxy.open(() => [node.port]);
    const ines = new ProductTypist(present, interview.interviewer);
    const ada = new ProductTypist(proxy, interview.candidates[0]);
    const bob = new ProductTypist(previous, interview.candidates[1]);
    const pages = [ines, ada, bob];
    await until('all pages', () => pages.every(({ isSettled }) => isSettled));
    const file = { id: randomUUID(), name: 'second.sql' };
    expect(await ines.connection.request('file:create', file)).toEqual({ ok: true, root: SECOND_TEXT });
    ada.useSecondFile();
    const moveTo = async (next: typeof node, warnings: number) => {
      node = next;
      proxy.drop();
      await until('the other node', () => ada.isConnected && ada.warnedAt.length === warnings);
    };

    await moveTo(previous, 1);
    ada.type('①', SECOND);
    await until('the refusal', () => ada.state.includes('refused'));
    bob.type('②', FIRST);
    await until('the text of others', () => pages.every(({ text }) => text.includes('②')));
    expect([ada.acknowledged.has('①'), ada.texts[1], ines.texts[1]]).toEqual([false, '①', '']);

    await moveTo(present, 2);
    await until('the acknowledgement', () => ada.acknowledged.has('①'));
    await until('the file on every page', () => pages.every(({ texts }) => texts[1] === '①'));

    // Text beside other text does not name its file, so the previous release takes it.
    await moveTo(previous, 3);
    ada.type('③', SECOND);
    await until('the acknowledgement', () => ada.acknowledged.has('③'));
    await until('the same texts', () => pages.every(({ texts }) => texts.join('\0') === ada.texts.join('\0')));
    expect(await storedTexts(cluster, interview)).toEqual(ada.texts);
    for (const page of pages) page.leave();
    proxy.close();
  },
);
