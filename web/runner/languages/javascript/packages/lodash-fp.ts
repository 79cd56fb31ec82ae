import lodash from 'lodash';
import convert from 'lodash/fp/_baseConvert';

/** lodash's functions that take their data last. */
export const modules = () => ({ 'lodash/fp': convert(lodash, lodash.runInContext()) });
