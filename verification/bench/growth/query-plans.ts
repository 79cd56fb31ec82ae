import { findPrincipal } from '../../../server/src/features/accounts/records/auth.repository.ts';
import { findHead, lastChange } from '../../../server/src/features/documents/log/documents.repository.ts';
import { readLog } from '../../../server/src/features/documents/log/log.repository.ts';
import * as interviews from '../../../server/src/features/interviews/interviews.repository.ts';
import * as interviewList from '../../../server/src/features/interviews/interview-list.repository.ts';
import { listAbandoned } from '../../../server/src/features/interviews/room-state.repository.ts';
import { wholeCompany, type Scope } from '../../../server/src/features/interviews/scope.service.ts';
import type { Database } from '../../../server/src/platform/database/database.ts';
import { explainQueries } from '../../../server/src/testing/databases/query-plans.ts';

const page = { limit: 15, offset: 0 };

/** Returns the plans of the queries behind list, open and join as a page, for one of the company's interviews. */
export async function planPage(
  databaseUrl: string,
  { company, interview, room }: { company: string; interview: string; room: string },
): Promise<string> {
  const scope = wholeCompany(company);
  // An interviewer who sees only their own.
  const own: Scope = { companyId: company, onlyFor: interview };
  const queries: Record<string, (db: Database) => Promise<unknown>> = {
    'The account of a request': (db) => findPrincipal(db, interview, interview),
    'A page of the list': (db) => interviewList.list(db, scope, page),
    'Its number of interviews': (db) => interviewList.count(db, scope),
    'A page of one status': (db) => interviewList.list(db, scope, page, { status: 'active' }),
    'A page of one interviewer': (db) => interviewList.list(db, scope, page, { interviewer_id: interview }),
    'A page of the list that only its people see': (db) => interviewList.list(db, own, page),
    'An interview by its room': (db) => interviews.findByRoomCode(db, scope, room),
    'An interview by its link': (db) => interviews.findByLink(db, room),
    'The head of its document': (db) => findHead(db, interview),
    'The last change of its document': (db) => lastChange(db, interview),
    'The log of its document': (db) => readLog(db, interview, 0),
    'Abandoned interviews': (db) => listAbandoned(db, 8),
  };
  const parts = [];
  for (const [title, query] of Object.entries(queries)) {
    const plans = await explainQueries(databaseUrl, query);
    parts.push(`## ${title}`, ...plans.map(({ plan }) => `\`\`\`\n${plan}\n\`\`\``));
  }
  return parts
    .join('\n\n')
    .replaceAll(company, '<company>')
    .replaceAll(interview, '<interview>')
    .replaceAll(room, '<room>');
}
