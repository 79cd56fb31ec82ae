import { Type } from 'typebox';
import { Closed, Count, Nullable } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';

/** Longest retention of finished interviews, in days: ten years. */
export const RETENTION_DAYS_MAX = 3650;

const Days = Type.Integer({ minimum: 1, maximum: RETENTION_DAYS_MAX });

/** How many days finished interviews are stored; null means until they are deleted. */
export const Retention = Closed({
  days: Nullable(Days),
  /** How many interviews are older than the requested days, or else than the current ones. */
  affected: Count,
});
export type Retention = Type.Static<typeof Retention>;

/** Returns the current retention; with `days`, how many interviews that retention would delete. */
export const getRetention = endpoint({
  method: 'GET',
  url: '/company/retention',
  access: 'admin',
  tag: 'Company',
  summary: 'How long finished interviews are kept',
  query: Closed({ days: Type.Optional(Days) }),
  reply: Retention,
});

/** Changes the retention; completed and cancelled interviews beyond it are deleted within the hour. */
export const changeRetention = endpoint({
  method: 'PUT',
  url: '/company/retention',
  access: 'admin',
  tag: 'Company',
  summary: 'Change how long finished interviews are kept',
  body: Closed({ days: Nullable(Days) }),
  reply: Retention,
});
