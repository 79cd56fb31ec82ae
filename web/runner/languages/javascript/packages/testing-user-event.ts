import * as events from '@testing-library/user-event';

/** A user's events for tests; the mark is what imports of the default look for. */
export const modules = () => ({ '@testing-library/user-event': { ...events, __esModule: true } });
