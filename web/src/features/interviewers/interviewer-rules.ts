import { PASSWORD_MIN_CHARS } from '../../shared/limits.ts';
import type { InterviewerForm } from './interviewers.calls.ts';

/** Returns the errors of the form by field (spec section 5); the password may be blank if `isOptional`. */
export function validateInterviewer({ name, email, password }: InterviewerForm, isOptional: boolean) {
  return {
    name: name.trim() === '' ? 'Name is required' : undefined,
    email: emailProblem(email.trim()),
    password: passwordProblem(password, isOptional),
  };
}

function emailProblem(email: string): string | undefined {
  if (email === '') return 'Email is required';
  return email.includes('@') ? undefined : 'Invalid email format';
}

function passwordProblem(password: string, isOptional: boolean): string | undefined {
  if (password === '') return isOptional ? undefined : 'Password is required';
  return password.length < PASSWORD_MIN_CHARS
    ? `Password must be at least ${PASSWORD_MIN_CHARS} characters`
    : undefined;
}
