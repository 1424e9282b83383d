// Lists that are shown whole, however many pages the API makes of them.

/** As many to a page as the API gives. */
const LARGEST_PAGE = { size: 200 };
/** Far more than a team writes. */
const MOST = { limit: 10_000 };

/** A list of the client. */
type List<Item> = (
  page: typeof LARGEST_PAGE,
  options: { readonly signal: AbortSignal },
) => { toArray(bound: typeof MOST): Promise<Item[]> };

export const readWhole = <Item>(list: List<Item>, signal: AbortSignal): Promise<Item[]> =>
  list(LARGEST_PAGE, { signal }).toArray(MOST);
