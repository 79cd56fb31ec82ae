/** The languages whose runs start from the data of a room. */
export const DATA_LANGUAGES: readonly string[] = ['sql', 'postgresql', 'sqlite'];

/** Returns the name of a question's data in a room; it is public, so it is not the question's title. */
export const questionDataName = (number: number) => `Question ${number}`;

/** Returns whether data has the name of a question's. */
export const isQuestionData = (name: string) => /^Question \d+$/.test(name);
