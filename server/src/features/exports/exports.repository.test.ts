import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinAsCandidate, quickStart, registerCompany } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findOwner } from '../accounts/records/users.repository.ts';
import { wholeCompany } from '../interviews/scope.service.ts';
import { COMPANY_TABLES } from './export-manifest.ts';
import { findCandidateData, findInterview, readInterviews, readTable } from './exports.repository.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

it('finds a candidate only in their interview, and an interview only in its company', async () => {
  const { db } = node.ctx;
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const [one, two] = [await quickStart(node, owner), await quickStart(node, owner)];
  const ada = await joinAsCandidate(node, one.room_code, 'Ada');
  const grace = await joinAsCandidate(node, one.room_code, 'Grace');
  const stranger = (await registerCompany(node)).company.id;

  expect(await findCandidateData(db, one.id, grace.participant_id)).toMatchObject({ name: 'Grace' });
  expect(await findCandidateData(db, one.id, ada.participant_id)).toMatchObject({ name: 'Ada' });
  expect(await findCandidateData(db, two.id, ada.participant_id)).toBeUndefined();
  expect(await findInterview(db, wholeCompany(owner.company.id), two.id)).toMatchObject({ id: two.id });
  expect(await findInterview(db, wholeCompany(stranger), two.id)).toBeUndefined();
  const listed = [];
  for await (const { id } of readInterviews(db, owner.company.id)) listed.push(id);
  expect(listed.toSorted()).toEqual([one.id, two.id].toSorted());
  for await (const { id } of readInterviews(db, stranger)) expect.unreachable(id);
});

it('reads every identity of a user whose identities are on several pages', async () => {
  const { db } = node.ctx;
  const { company } = await registerCompany(node);
  const { id: user_id } = await findOwner(db, company.id);
  const issuers = ['https://a.example', 'https://b.example', 'https://c.example'];
  const identities = issuers.map((issuer) => ({ user_id, issuer, subject: user_id }));
  await db.insertInto('provider_identities').values(identities).execute();
  const table = COMPANY_TABLES.find(({ name }) => name === 'provider_identities');
  if (!table) throw new Error('The identities are not exported.');

  const read = [];
  for await (const { row } of readTable(db, { ...table, batchRows: 2 }, company.id)) read.push(row);

  expect(read).toEqual(issuers.map((issuer) => expect.objectContaining({ user_id, issuer })));
});
