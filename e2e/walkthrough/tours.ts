import { tourCompany, tourData, tourInterviewers, tourNewcomer, tourSessions } from './tour-company.ts';
import { tourInstalled } from './tour-installed.ts';
import { tourOffline, tourShared } from './tour-offline.ts';
import { tourPlans } from './tour-plans.ts';
import { tourInFront, tourLink } from './tour-public.ts';
import { tourRoom, tourTroubledRoom } from './tour-room.ts';

/** Together, every screen, dialog, menu and message. */
export const TOURS = [
  tourInFront,
  tourLink,
  tourNewcomer,
  tourCompany,
  tourData,
  tourPlans,
  tourSessions,
  tourInterviewers,
  tourRoom,
  tourTroubledRoom,
  tourOffline,
  tourShared,
  tourInstalled,
];
