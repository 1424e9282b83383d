// Reads all pages of a list that is shown as a whole.

/** The largest page that the API gives. */
const LARGEST_PAGE = { size: 200 };
/** Far more than a team creates. */
const MOST = { limit: 10_000 };

/** A method of the client that reads a list. */
type List<Item> = (
  page: typeof LARGEST_PAGE,
  options: { readonly signal: AbortSignal },
) => { toArray(bound: typeof MOST): Promise<Item[]> };

export const readWhole = <Item>(list: List<Item>, signal: AbortSignal): Promise<Item[]> =>
  list(LARGEST_PAGE, { signal }).toArray(MOST);
