export function InterviewersScreen() {
  return null;
}
