// What is searched: a part of a page, from one heading to the next.

export interface Section {
  /** The title of its page. */
  readonly page: string;
  readonly heading: string;
  /** A path on this server, with the place in the page. */
  readonly address: string;
  /** Its words, without any markup. */
  readonly text: string;
}
