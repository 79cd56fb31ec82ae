import { Type } from 'typebox';
import { Closed, Count, Nullable } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Longest time finished interviews may be told to be kept, in days: ten years. */
export const RETENTION_DAYS_MAX = 3650;

const Days = Type.Integer({ minimum: 1, maximum: RETENTION_DAYS_MAX });

/** For how many days finished interviews are kept; null keeps them until they are deleted. */
export const Retention = Closed({
  days: Nullable(Days),
  /** How many interviews are older than the days that were asked about, or than those in force. */
  affected: Count,
});
export type Retention = Type.Static<typeof Retention>;

/** The days in force; with `days`, how many interviews that many days would remove. */
export const getRetention = endpoint({
  method: 'GET',
  url: '/company/retention',
  access: 'owner',
  summary: 'How long finished interviews are kept',
  query: Closed({ days: Type.Optional(Days) }),
  reply: Retention,
  status: 200,
});

/** Completed and cancelled interviews that are older go by themselves, within the hour. */
export const changeRetention = endpoint({
  method: 'PUT',
  url: '/company/retention',
  access: 'owner',
  summary: 'Change how long finished interviews are kept',
  body: Closed({ days: Nullable(Days) }),
  reply: Retention,
  status: 200,
});
