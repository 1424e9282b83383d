// The colours for pages that carry their style themselves: the same as in the docs and the dashboard.

export const PAGE_COLOURS =
  ':root{color-scheme:light dark;--line:light-dark(#e2e6e0,#25302b);--soft:light-dark(#f3f5f1,#1a2320);' +
  '--link:light-dark(#1c6846,#74d3a3)}' +
  'body{background:light-dark(#fff,#0d1210);color:light-dark(#16211b,#e8eeea)}a{color:var(--link)}';
