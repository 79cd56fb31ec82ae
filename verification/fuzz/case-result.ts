/** Result of one fuzz case. */
export interface CaseResult {
  /** Description of the defect, or null. */
  defect: string | null;
  isRefused: boolean;
  /** The company cannot be used any more, because it is signed out or has no plan. */
  isExhausted?: boolean;
}
