/** The messages of the error `not_found`, by the missing object. The first is that of an interview. */
export const NO_ACCESS = 'Session not found or access denied';
export const NO_SUCH_INTERVIEWER = 'Interviewer not found';
export const NO_SUCH_LINK = 'Code share session not found. Please check the link.';
export const NO_SUCH_REVIEW = 'This link is not valid. Ask for a new one.';
export const NO_SUCH_WEBHOOK = 'Webhook not found';
export const NO_SUCH_KEY = 'API key not found';
export const NO_SUCH_QUESTION = 'Question not found';
export const NO_SUCH_TEMPLATE = 'Template not found';
export const NO_SUCH_FEED = 'This calendar address is not valid. Create a new one in the settings.';
export const NO_SUCH_SIGN_IN = 'Sign-in not found';
