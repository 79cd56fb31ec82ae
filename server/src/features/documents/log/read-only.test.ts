import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { startPostgres } from '../../../testing/services/postgres.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { readCode } from '../read-code.service.ts';

test('keeps edits waiting while the database is read-only', { tags: ['long'] }, async () => {
  const postgres = await startPostgres({ durable: true });
  const node = await startTestApp({ databaseUrl: postgres.url, listen: true });
  const setReadOnly = async (value: 'on' | 'off') => {
    await sql`alter system set default_transaction_read_only = ${sql.raw(value)}`.execute(node.ctx.db);
    await sql`select pg_reload_conf()`.execute(node.ctx.db);
  };
  const isReadOnly = () =>
    sql`update plans set name = name`.execute(node.ctx.db).then(
      () => false,
      () => true,
    );
  try {
    const room = await startLiveRoom(node);
    const ada = await OwnClient.join(node.url, room.candidate);
    await setReadOnly('on');
    await expect.poll(isReadOnly).toBe(true);
    ada.insert(0, 'kept ');
    await until('the edit that waits', () => node.ctx.documents.log.lagSeconds > 0.5);
    expect(ada.unacknowledged.size).toBe(1);
    await setReadOnly('off');
    await until('the acknowledgement', () => ada.unacknowledged.size === 0);
    ada.close();
    expect((await readCode(node.ctx, room.interview.id)).code_content).toMatch(/^kept /);
  } finally {
    await node.close();
    await postgres.stop();
  }
});
