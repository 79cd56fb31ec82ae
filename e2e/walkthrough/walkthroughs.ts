import { walkCandidateSide, walkRule } from './candidate-side.ts';
import { walkCompany, walkData, walkInterviewers, walkNewcomer, walkSessions } from './company.ts';
import { walkInstalled } from './installed.ts';
import { walkOffline, walkShared } from './offline.ts';
import { walkPlayback } from './playback.ts';
import { walkPlans } from './plans.ts';
import { walkInFront, walkLink } from './public.ts';
import { walkAskedQuestion, walkQuestions } from './questions.ts';
import { walkRoom, walkTroubledRoom } from './room.ts';
import { walkScorecards } from './scorecards.ts';
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
  walkScorecards,
  walkRoom,
  walkTroubledRoom,
  walkWaiting,
  walkRule,
  walkCandidateSide,
  walkQuestions,
  walkAskedQuestion,
  walkOffline,
  walkShared,
  walkInstalled,
];
