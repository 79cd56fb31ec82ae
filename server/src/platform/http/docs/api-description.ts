import { ERROR_MEANINGS, ErrorBody } from '@cip/contracts/protocol/errors';

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
