/** Functions that build schemas: without side effects, so that unused schemas are removed. */
const PURE = [
  'Type',
  'Closed',
  'Line',
  'LineNotBlank',
  'Text',
  'TextNotBlank',
  'OneOf',
  'LowerCase',
  'Nullable',
  'Page',
  'custom',
  'clientEvent',
  'endpoint',
];

/** The schemas are for the server; the web uses constants and types of their modules. */
export const TREE_SHAKING = {
  moduleSideEffects: [{ test: /node_modules\/typebox\/|\/contracts\/src\//, sideEffects: false }],
  manualPureFunctions: PURE,
};
