// Copies the script tag to the clipboard.
import { requireElement } from './elements.js';

export function setUpSnippet(): void {
  const snippet = requireElement('snippet');
  const note = requireElement('snippet-note');
  requireElement('copy-snippet').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(snippet.textContent ?? '');
      note.textContent = 'Copied.';
    } catch {
      // No clipboard outside of secure contexts: leave the text selected for the keyboard.
      getSelection()?.selectAllChildren(snippet);
      note.textContent = 'Selected. Copy it with your keyboard.';
    }
  });
}
