import { tourCompany, tourLists, tourNewcomer } from './tour-company.ts';
import { tourOffline, tourShared } from './tour-offline.ts';
import { tourPlans } from './tour-plans.ts';
import { tourInFront, tourLink } from './tour-public.ts';
import { tourRoom } from './tour-room.ts';

/** Together, every screen, dialog, menu and message. */
export const TOURS = [
  tourInFront,
  tourLink,
  tourNewcomer,
  tourCompany,
  tourPlans,
  tourLists,
  tourRoom,
  tourOffline,
  tourShared,
];
