import type { Question } from '@cip/contracts/questions/questions';
import type { Call } from '../../../../testkit/company.ts';

/** The questions that the demo's interviews show, and the id of the template with them. */
export interface Questions {
  quiet: Question;
  parking: Question;
  template: string;
}

/** Adds the library, and a template with two of its questions. */
export async function addQuestions(as: Call): Promise<Questions> {
  await as('POST', '/question-library');
  const find = async (title: string) => {
    const { data } = (await as('GET', `/questions?search=${encodeURIComponent(title)}`)) as { data: Question[] };
    const id = data.find((one) => one.title === title)?.id;
    return ((await as('GET', `/questions/${id}`)) as { question: Question }).question;
  };
  const [quiet, parking] = [await find('Customers without an order'), await find('Parking fee')];
  const template = {
    name: 'Backend, first round',
    criteria: [],
    asks_before_admitting: true,
    typing_mode: 'instant',
    allows_runs: true,
    rule: { tools: 'no_ai', note: 'Documentation and a search engine are fine.' },
    question_ids: [quiet.id, parking.id],
  };
  const added = (await as('POST', '/interview-templates', template)) as { template: { id: string } };
  return { quiet, parking, template: added.template.id };
}
