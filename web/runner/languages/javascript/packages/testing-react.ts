import * as testing from '@testing-library/react/pure';

/**
 * Testing Library for React, without its own clean-up: that would be of the first test file alone, because the module
 * is loaded once for all of them.
 */
export const modules = () => ({
  '@testing-library/react': testing,
  '@testing-library/react/pure': testing,
  'js/cleanup': testing.cleanup,
});
