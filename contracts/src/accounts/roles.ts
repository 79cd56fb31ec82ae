/** The roles of a company's users; later ones include less. */
export const ROLES = ['owner', 'admin', 'interviewer', 'coordinator'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that people are given; a company has one owner, who keeps it. */
export const GIVEN_ROLES = ['admin', 'interviewer', 'coordinator'] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Most coordinators of a company, who are in no plan's limit. */
export const COORDINATORS_MAX = 50;

/**
 * Replaces the room code for coordinators if its page shows code: once the session has begun, or if candidates enter
 * without an interviewer's consent.
 */
export const HIDDEN_ROOM_CODE = 'hidden';

/** Returns whether the role conducts interviews: all but coordinators, who plan them. */
export function mayInterview(role: Role): boolean {
  return role !== 'coordinator';
}

/** Returns whether the role manages the company's people and settings. */
export function mayManage(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}

/** Returns whether a user may change, give or take a role: the owner all but their own, an admin the lower ones. */
export function mayManageRole(by: Role, role: Role): boolean {
  if (role === 'owner') return false;
  return by === 'owner' || (by === 'admin' && role !== 'admin');
}

/** Returns whether a new role allows less than the old one. */
export function isReduced(from: Role, to: Role): boolean {
  return ROLES.indexOf(to) > ROLES.indexOf(from);
}
