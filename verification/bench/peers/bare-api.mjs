import jwt from '@fastify/jwt';
import Fastify from 'fastify';
import pg from 'pg';

// A bare Fastify with the product's token check and statements for three calls: no validation, limits, security headers
// or error mapping. The text of a room comes from its saved column instead of a replay of the log.

/** Connections as in the product's pool for requests. */
const CONNECTIONS = 6;
const TIMESTAMPTZ = 1184;
const INT8 = 20;
const PAGE_SIZE = 15;

/** @type {(oid: number, format?: 'text' | 'binary') => (value: string) => unknown} */
const getTypeParser = (oid, format) => {
  if (oid === TIMESTAMPTZ) return (value) => new Date(value).toISOString();
  if (oid === INT8) return Number;
  return pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
};
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: CONNECTIONS,
  types: { getTypeParser },
});
const { rows: secrets } = await pool.query(`select value from settings where key = 'jwt_secret'`);

const PRINCIPAL = `
  select users.company_id, users.id, users.role, users.name,
    (users.role <> 'interviewer' or (select interviews_visible_to from companies
      where companies.id = users.company_id) = 'everybody') as sees_all,
    auth_sessions.id, auth_sessions.needs_second_factor,
    auth_sessions.authenticated_at > now() - make_interval(secs => $1),
    auth_sessions.last_used_at < now() - make_interval(secs => $2)
  from auth_sessions join users on users.id = auth_sessions.user_id
  where auth_sessions.id = $3 and auth_sessions.user_id = $4
    and auth_sessions.expires_at > now() and auth_sessions.last_used_at > now() - make_interval(secs => $5)`;
const COLUMNS = `interviews.id, room_code, status, candidate_name, candidate_email, scheduled_at, minutes, plan_revision,
  declined_at, decline_note, interviews.call_link, interviews.rule, started_at, ended_at, notes, typing_mode,
  asks_before_admitting, companies.name as company_name,
  coalesce(users.name, interviews.interviewer_name) as interviewer_name, (
    select coalesce(json_agg(json_build_object('id', person.id, 'name', person.name) order by person.position), '[]')
    from (
      select users.id, users.name, 0 as position where users.id is not null
      union all
      select colleague.id, colleague.name, chosen.position
      from interview_interviewers chosen join users colleague on colleague.id = chosen.user_id
      where chosen.interview_id = interviews.id
    ) person
  ) as interviewers`;
const FROM = `from interviews join companies on companies.id = interviews.company_id
  left join users on users.id = interviews.interviewer_id`;
const LIST = `select ${COLUMNS} ${FROM} where interviews.company_id = $1
  order by interviews.created_at desc, interviews.id limit $2 offset $3`;
const COUNT = 'select count(*) as count from interviews where company_id = $1';
const BY_ROOM = `select ${COLUMNS} ${FROM} where interviews.company_id = $1 and interviews.room_code = $2`;
const BY_LINK = `select ${COLUMNS}, companies.retention_days ${FROM} where interviews.room_code = $1`;
const HEAD = `select interview_id, language, editor_settings, updated_at, saved_text from documents where interview_id = $1`;
const LAST_CHANGE = 'select at from document_updates where interview_id = $1 order by id desc limit $2';
const LOG = `
  select string_agg(int4send(octet_length(bytes)) || case when starts_with(op_id, $1) then decode($2, 'hex')
      else coalesce(uuid_send(participant_id), decode(repeat('00', 16), 'hex')) end || bytes, ''::bytea order by id),
    coalesce(max(id) filter (where at < now() - interval '30 seconds'), 0),
    coalesce(max(id) filter (where at < now() - interval '3 seconds'), 0)
  from (
    select id, op_id, participant_id, at, bytes, (row_number() over (order by id) - 1) / $3 as part
    from document_updates where interview_id = $4 and id > $5 and id <= $6
  ) as log
  group by part order by part`;
const FIRST_JOIN = `select min(admission_since) as at from candidates where interview_id = $1 and admission = $2`;
const LOCK = `select id, status, candidate_name, asks_before_admitting, is_locked from interviews
  where room_code = $1 for update`;
const COUNT_CANDIDATES = 'select count(*) as count from candidates where interview_id = $1';
const JOIN = 'insert into candidates (interview_id, name, admission) values ($1, $2, $3) returning id';
const NAME = 'update interviews set candidate_name = $1 where id = $2';

const app = Fastify();
await app.register(jwt, { secret: secrets[0].value, sign: { algorithm: 'HS256' } });

/** @param {import('fastify').FastifyRequest} request */
async function requireCompany(request) {
  /** @type {{ jti: string, sub: string }} */
  const { jti, sub } = app.jwt.verify(String(request.headers.authorization).slice('Bearer '.length));
  const { rows } = await pool.query(PRINCIPAL, [900, 3600, jti, sub, 1_209_600]);
  if (!rows[0]) throw new Error('unauthenticated');
  return rows[0].company_id;
}

/** @param {Record<string, unknown>} row */
const toInterview = (row) => ({
  ...row,
  interviewer: { name: row['interviewer_name'] },
  company: { name: row['company_name'] },
});

/** @param {string} id */
async function readCode(id) {
  const [head, changed] = await Promise.all([
    pool.query(HEAD, [id]),
    pool.query(LAST_CHANGE, [id, 1]),
    pool.query(LOG, ['node:', 'f'.repeat(32), 200, id, 0, Number.MAX_SAFE_INTEGER]),
  ]);
  const { interview_id, language, editor_settings, updated_at, saved_text } = head.rows[0];
  const changedAt = changed.rows[0]?.at;
  return {
    interview_session_id: interview_id,
    language,
    code_content: saved_text,
    cursor_positions: null,
    selection_data: null,
    editor_settings,
    last_updated_at: changedAt > updated_at ? changedAt : updated_at,
  };
}

app.get('/api/interview-sessions', async (request) => {
  const company = await requireCompany(request);
  const [found, counted] = await Promise.all([pool.query(LIST, [company, PAGE_SIZE, 0]), pool.query(COUNT, [company])]);
  const total = counted.rows[0].count;
  return { data: found.rows.map(toInterview), current_page: 1, last_page: Math.ceil(total / PAGE_SIZE), total };
});

app.get('/api/interview-sessions/room/:room', async (request) => {
  const company = await requireCompany(request);
  const { room } = /** @type {{ room: string }} */ (request.params);
  const { rows } = await pool.query(BY_ROOM, [company, room]);
  const [code, joined] = await Promise.all([readCode(rows[0].id), pool.query(FIRST_JOIN, [rows[0].id, 'admitted'])]);
  return { session: { ...toInterview(rows[0]), candidate_joined_at: joined.rows[0].at, code_editor_data: [code] } };
});

app.post('/api/public/session/:room/join', async (request) => {
  const { room } = /** @type {{ room: string }} */ (request.params);
  const { candidate_name: name } = /** @type {{ candidate_name: string }} */ (request.body);
  const { interview, participant } = await join(room, name);
  const token = app.jwt.sign({ aud: 'candidate', sub: participant, interview }, { expiresIn: 43_200 });
  const { rows } = await pool.query(BY_LINK, [room]);
  const code = await readCode(interview);
  const [row] = rows;
  return {
    session: {
      room_code: row.room_code,
      status: row.status,
      company_name: row.company_name,
      interviewer_name: row.interviewer_name,
      candidate_name: row.candidate_name,
      scheduled_at: row.scheduled_at,
      minutes: row.minutes,
      declined_at: row.declined_at,
      call_link: row.call_link,
      rule: row.rule,
      retention_days: row.retention_days,
      code_editor_data: [code],
    },
    token,
    participant_id: participant,
    is_waiting: false,
  };
});

/**
 * @param {string} room
 * @param {string} name
 */
async function join(room, name) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(LOCK, [room]);
    await client.query(COUNT_CANDIDATES, [rows[0].id]);
    const added = await client.query(JOIN, [rows[0].id, name, 'admitted']);
    if (rows[0].candidate_name === null) await client.query(NAME, [name, rows[0].id]);
    await client.query('commit');
    return { interview: rows[0].id, participant: added.rows[0].id };
  } finally {
    client.release();
  }
}

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
