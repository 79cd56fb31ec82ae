import * as dom from '@testing-library/dom';

/** Queries and events for tests of pages. */
export const modules = () => ({ '@testing-library/dom': dom });
