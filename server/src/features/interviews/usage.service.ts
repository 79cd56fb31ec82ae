export { countActive, countStartedThisMonth } from './plan-usage.repository.ts';
