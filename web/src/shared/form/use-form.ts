import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { fieldErrorsOf, messageOf } from '../api/api-error.ts';

export type FieldErrors<V> = { [K in keyof V]?: string | undefined };

/** The typed texts, by field; undefined if a field has its initial value. */
type Edits<V> = { [K in keyof V]?: string | undefined };

export interface FormOptions<V> {
  /** The values of fields that the user has not changed; such fields follow it when it changes. */
  initial: V;
  /** Returns the errors by field that are found before the form is sent. */
  validate: (values: V) => FieldErrors<V>;
  submit: (values: V) => Promise<unknown>;
  /** Shown if the server gives no message. */
  fallback: string;
  /** Called with the problem, for screens that show it elsewhere. */
  onProblem?: (problem: string) => void;
}

/**
 * Manages a form of text fields: values, errors by field, one problem of the whole form, and a flag while it is
 * sending.
 */
export function useForm<V extends { [K in keyof V]: string }>({
  initial,
  validate,
  submit,
  fallback,
  onProblem,
}: FormOptions<V>) {
  const [edits, setEdits] = useState<Edits<V>>({});
  const [errors, setErrors] = useState<FieldErrors<V>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { formRef, focusFirstError } = useFirstError();
  const texts = Object.entries<string>(initial).map(([name, value]) => [name, edits[name as keyof V] ?? value]);
  const values = Object.fromEntries(texts) as V;

  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await submit(values);
    } catch (error) {
      setErrors(fieldErrorsOf(error));
      focusFirstError();
      const message = messageOf(error, fallback);
      setProblem(message);
      onProblem?.(message);
    } finally {
      setBusy(false);
    }
  };

  return {
    values,
    problem,
    busy,
    /** True while the form holds input that was not sent. */
    isDirty: Object.values(edits).some((edit) => edit !== undefined),
    /** The typed texts, by field; absent or undefined if a field has its initial value. */
    edits,
    /** Drops the input of this render; if input is typed during the request, it stays. */
    reset: () => setEdits((current) => withoutSent(current, edits)),
    /** Returns the props of one field. */
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: string) => {
        setEdits((current) => ({ ...current, [name]: value === initial[name] ? undefined : value }));
        setErrors((current) => ({ ...current, [name]: undefined }));
      },
    }),
    submit: (event?: FormEvent<HTMLFormElement>) => {
      event?.preventDefault();
      formRef.current = event?.currentTarget ?? null;
      const found = validate(values);
      setErrors(found);
      if (Object.values(found).every((error) => error === undefined)) void send();
      else focusFirstError();
    },
  };
}

function withoutSent<V>(current: Edits<V>, sent: Edits<V>): Edits<V> {
  const rest = Object.entries(current).filter(([name, edit]) => edit !== sent[name as keyof V]);
  return Object.fromEntries(rest) as Edits<V>;
}

/** Moves the focus to the first invalid field of the submitted form, once the field is marked. */
function useFirstError() {
  const formRef = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  return { formRef, focusFirstError: () => setFailures((count) => count + 1) };
}
