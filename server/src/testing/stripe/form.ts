type Value = string | Form | Value[];
/** The fields of a request, nested by their names. */
export interface Form {
  [name: string]: Value;
}

/** Parses fields such as `items[0][price]=x`. Keys that count from 0 and empty brackets become lists. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+|(?<=\[)(?=\])/g)].map(([part]) => part);
    put(form, path, value);
  }
  return listed(form) as Form;
}

function put(form: Form, [first = '', ...rest]: string[], value: string): void {
  const name = first === '' ? String(Object.keys(form).length) : first;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  form[name] ??= {};
  put(form[name] as Form, rest, value);
}

function listed(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, listed(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Returns the text at a path such as `items.0.price`, or undefined. */
export function textAt(form: Form, path: string): string | undefined {
  let value: Value | undefined = form;
  for (const part of path.split('.'))
    value = typeof value === 'object' ? (value as Record<string, Value>)[part] : undefined;
  return typeof value === 'string' ? value : undefined;
}
