declare module 'lodash/fp/_baseConvert' {
  import type { LoDashFp } from 'lodash/fp';
  import type { LoDashStatic } from 'lodash';

  export default function convert(lodash: LoDashStatic, copy: LoDashStatic): LoDashFp;
}
