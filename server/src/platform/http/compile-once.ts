/**
 * Returns a compiler that compiles each schema once, because routes share schemas of parameters and errors, and the
 * nodes of a test run in one process.
 */
export function compileOnce<Schema extends object, Compiled extends object>(
  compile: (schema: Schema) => Compiled,
): (schema: Schema) => Compiled {
  const compiled = new WeakMap<Schema, Compiled>();
  return (schema) => {
    const result = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, result);
    return result;
  };
}
