import lodash from 'lodash';

/** lodash, and under the name of its build for imports. */
export const modules = () => ({ lodash, 'lodash-es': lodash });
