import { ERROR_MEANINGS, ErrorBody } from '@cip/contracts/errors';

/** Groups of the API's endpoints by the start of their address; the first match counts. */
export const API_TAGS = [
  {
    name: 'Sign-in',
    description: 'Registering, signing in and out, single sign-on, lost passwords.',
    starts: /\/(register|log|forgot|reset|undo-|verify-|single-sign-on)/,
  },
  {
    name: 'Account',
    description: 'The signed-in account, its sign-ins, two-step sign-in and calendar.',
    starts: /\/(user(\/|$)|calendar-feed|public\/calendar)/,
  },
  {
    name: 'Company',
    description: 'Profile, password, notifications, retention, audit log and exports.',
    starts: /\/(company|audit-log)/,
  },
  { name: 'Integrations', description: 'The API keys and webhooks of a company.', starts: /\/(api-keys|webhooks)/ },
  { name: 'Interviewers', description: 'The accounts of the interviewers of a company.', starts: /\/users/ },
  {
    name: 'Plans',
    description: 'Plans, subscriptions and checkouts.',
    starts: /\/(subscription|stripe|test-payments)/,
  },
  {
    name: 'Sessions',
    description: 'Interview sessions: start, plan, list, end, delete.',
    starts: /\/interview-sessions/,
  },
  { name: 'Code', description: 'The code of a session.', starts: /\/code-editor-data/ },
  {
    name: 'Questions',
    description: 'The question bank, and templates of sessions.',
    starts: /\/(question|interview-templates)/,
  },
  { name: 'Scorecards', description: 'How far the scorecards of sessions are.', starts: /\/scorecards/ },
  {
    name: 'Reviews',
    description: 'What a review link opens; no account is needed.',
    starts: /\/public\/review/,
  },
  {
    name: 'Candidates',
    description: 'The endpoints behind the link of a session; no account is needed.',
    starts: /\/public\//,
  },
  { name: 'Reports', description: 'Reports that browsers send by themselves.', starts: /\/csp-reports/ },
];

/** Returns the group of an address, or undefined. */
export function tagOf(url: string): string | undefined {
  const path = url.replace(/^\/api(?=\/)/, '');
  return API_TAGS.find(({ starts }) => path.search(starts) === 0)?.name;
}

export const INTRODUCTION = `The API of the web platform for live technical coding interviews.

Requests and replies are JSON. \`POST /api/login\` returns a token; send it as \`Authorization: Bearer …\`. A candidate needs
no account: \`POST /api/public/session/{roomCode}/join\` returns a token for the sockets of one room.

Every error has the same shape: a \`message\` for people, a \`code\` for programs and, for wrong fields, \`errors\` by field.`;

const MEANINGS = Object.entries(ERROR_MEANINGS).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);

const EXAMPLES = {
  invalid: {
    summary: 'A wrong field',
    value: { message: 'Invalid email format', code: 'invalid', errors: { email: ['Invalid email format'] } },
  },
  not_found: { summary: 'No such object', value: { message: 'Session not found or access denied', code: 'not_found' } },
  too_many_requests: {
    summary: 'Too many requests',
    value: { message: 'Too many requests. Please wait a moment.', code: 'too_many_requests' },
  },
};

/** The error reply that all endpoints share, for `components`. */
export const ERROR_COMPONENTS = {
  schemas: { Error: ErrorBody },
  responses: {
    Error: {
      description: `The request failed. The codes:\n\n${MEANINGS.join('\n')}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: EXAMPLES } },
    },
  },
};
