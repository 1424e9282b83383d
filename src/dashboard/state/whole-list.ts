// Lists that are shown whole, however many pages the API makes of them.

/** As many to a page as the API gives. */
export const LARGEST_PAGE = { size: 200 };

/** Far more than a team writes. */
export const WHOLE = { limit: 10_000 };
