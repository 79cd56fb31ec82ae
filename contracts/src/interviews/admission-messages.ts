/** Message for a candidate while no interviewer has admitted them. */
export const WAITING_MESSAGE = 'Please wait until your interviewer lets you in.';
/** Message for a candidate if an interviewer refused them. */
export const REJECTED_MESSAGE = 'Your interviewer did not let you in.';
/** Message for a join while the room is locked. */
export const LOCKED_MESSAGE = 'The room is locked. Ask your interviewer.';
