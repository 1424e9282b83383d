// Puts the dashboard on the page.
/** @jsxImportSource preact */
import { render } from 'preact';
import { App } from './app.js';
import { applyTheme, readTheme } from './state/use-theme.js';

applyTheme(readTheme());
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
