import { walkCompany, walkData, walkInterviewers, walkNewcomer, walkSessions } from './company.ts';
import { walkInstalled } from './installed.ts';
import { walkOffline, walkShared } from './offline.ts';
import { walkPlayback } from './playback.ts';
import { walkPlans } from './plans.ts';
import { walkInFront, walkLink } from './public.ts';
import { walkRoom, walkTroubledRoom } from './room.ts';
import { walkWaiting } from './waiting.ts';

/** Every screen, dialog, menu and message. */
export const WALKTHROUGHS = [
  walkInFront,
  walkLink,
  walkNewcomer,
  walkCompany,
  walkData,
  walkPlans,
  walkSessions,
  walkInterviewers,
  walkPlayback,
  walkRoom,
  walkTroubledRoom,
  walkWaiting,
  walkOffline,
  walkShared,
  walkInstalled,
];
