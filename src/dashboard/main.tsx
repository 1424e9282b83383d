// The entry: renders the dashboard, or a public board, into the page.
/** @jsxImportSource preact */
import { render } from 'preact';
import { App } from './app.js';
import { applyTheme, readTheme } from './state/use-theme.js';
import { PublicBoard } from './views/public-board.js';

applyTheme(readTheme());
const root = document.getElementById('app');
if (root !== null) {
  const { pathname } = location;
  render(pathname.startsWith('/public/') ? <PublicBoard path={pathname} /> : <App />, root);
}
