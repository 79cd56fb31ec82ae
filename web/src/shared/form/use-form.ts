import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { fieldErrorsOf, messageOf } from '../api/api-error.ts';

export type FieldErrors<V> = { [K in keyof V]?: string | undefined };

export interface FormOptions<V> {
  initial: V;
  /** Returns the errors by field that are found before the form is sent. */
  validate: (values: V) => FieldErrors<V>;
  submit: (values: V) => Promise<unknown>;
  /** Shown when the server gives no message. */
  fallback: string;
  /** Called with the problem, for screens that show it elsewhere. */
  onProblem?: (problem: string) => void;
}

/** Manages a form of text fields: values, errors by field, one problem of the whole form, and whether it is sending. */
export function useForm<V extends { [K in keyof V]: string }>({
  initial,
  validate,
  submit,
  fallback,
  onProblem,
}: FormOptions<V>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<V>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const { formRef, focusFirstError } = useFirstError();

  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await submit(values);
      setTouched(false);
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
    isDirty: isTouched && Object.entries(values).some(([name, value]) => value !== initial[name as keyof V]),
    reset: () => setValues(initial),
    /** Returns the props of one field. */
    field: <K extends keyof V & string>(name: K) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: string) => {
        setValues((current) => ({ ...current, [name]: value }));
        setErrors((current) => ({ ...current, [name]: undefined }));
        setTouched(true);
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

/** Moves the focus to the first invalid field of the submitted form, once the field is marked. */
function useFirstError() {
  const formRef = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  return { formRef, focusFirstError: () => setFailures((count) => count + 1) };
}
