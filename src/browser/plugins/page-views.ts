// `chaintrail/plugins/page-views`: page views, for an app that switched the tracker's own off to order its plugins.
export { pageViews } from '../page-views.js';
