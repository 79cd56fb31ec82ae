import { pageOf } from '../../../shared/page-number.ts';

/** The views of the question bank. */
export const BANK_VIEWS = ['Questions', 'Templates', 'Archive'] as const;
export type BankView = (typeof BANK_VIEWS)[number];

/** Where someone is in the question bank, as in the address; if a field is absent, it has its first value. */
export interface BankPlace {
  view?: BankView | undefined;
  page?: number | undefined;
  search?: string | undefined;
  tag?: string | undefined;
}

/** Returns the place in an address. A question's address has it too, for the way back to the list. */
export const readBankPlace = ({ view, page, search, tag }: Record<string, unknown>): BankPlace => ({
  // A key that is missing here would keep its value from the address.
  view: BANK_VIEWS.slice(1).find((known) => known === view),
  page: pageOf(page),
  search: typeof search === 'string' || typeof search === 'number' ? String(search) || undefined : undefined,
  tag: typeof tag === 'string' || typeof tag === 'number' ? String(tag) || undefined : undefined,
});
