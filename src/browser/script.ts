// The one file for <script>. A worker that imports it finds `createTracker`, whose trackers do nothing there.
import { type ScriptPage, startScriptTag } from './script-tag.js';

const page: Partial<Pick<typeof globalThis, 'Document'>> = globalThis;

/**
 * Read from the prototype, since an element named `currentScript` would replace the document's
 * property.
 */
const current =
  page.Document &&
  (Reflect.get(page.Document.prototype, 'currentScript', document) as HTMLScriptElement | null);

// For a module the document does not tell which tag runs, and the module runs once for all of them.
const tags =
  current === null ? document.querySelectorAll<HTMLScriptElement>('script[data-write-key]') : [];

for (const tag of tags.length > 0 ? tags : [current]) startScriptTag(page as ScriptPage, tag);
