// The one file for <script>. A worker that imports it finds `createTracker`, whose trackers do nothing there.
import { type ScriptPage, startScriptTag } from './script-tag.js';

const page: typeof globalThis & { readonly document?: Document } = globalThis;

startScriptTag(
  page as unknown as ScriptPage,
  page.document?.currentScript as HTMLScriptElement | null,
);
