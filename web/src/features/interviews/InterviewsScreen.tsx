export function InterviewsScreen() {
  return null;
}
