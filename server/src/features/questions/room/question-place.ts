/** A question of an interview without its content. */
export interface QuestionPlace {
  id: string;
  number: number;
}
