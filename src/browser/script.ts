// The one file for <script>. A worker that imports it finds `createTracker`, whose trackers do nothing there.
import { type ScriptPage, startScriptTag } from './script-tag.js';

const page: Partial<Pick<typeof globalThis, 'Document'>> = globalThis;

/** An element of the page that is named `currentScript` stands in the document's place for it. */
const current =
  page.Document &&
  (Reflect.get(page.Document.prototype, 'currentScript', document) as HTMLScriptElement | null);

// Of a module the document does not tell which tag runs, and it runs once for all of them.
const tags =
  current === null ? document.querySelectorAll<HTMLScriptElement>('script[data-write-key]') : [];

for (const tag of tags.length > 0 ? tags : [current]) startScriptTag(page as ScriptPage, tag);
