// The one file for <script>. A worker that imports it finds `createTracker`, whose trackers do nothing there.
import { type ScriptPage, startScriptTag } from './script-tag.js';

const page: Partial<Pick<typeof globalThis, 'Document'>> = globalThis;

startScriptTag(
  page as ScriptPage,
  // An element of the page that is named `currentScript` stands in the document's place for it.
  page.Document &&
    ((Reflect.get(
      page.Document.prototype,
      'currentScript',
      document,
    ) as HTMLScriptElement | null) ??
      // Of a module the document does not tell which tag runs.
      document.querySelector<HTMLScriptElement>('[data-write-key]')),
);
