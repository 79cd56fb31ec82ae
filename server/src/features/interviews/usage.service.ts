export { countActive, countStartedThisMonth, countWeek, type WeekCounts } from './plan-usage.repository.ts';
