// The demo wallet's own window: a dialog in the page in which a request is approved or rejected.
import type { ApprovalRequest } from './demo-wallet-methods.js';
import { createElement } from './elements.js';

/** Shows `request` and answers whether it was approved. Escape and the back button reject. */
export function askInDialog(request: ApprovalRequest): Promise<boolean> {
  const approve = createElement(
    'button',
    { type: 'submit', value: 'approve', class: 'button', autofocus: '' },
    request.approve,
  );
  const reject = createElement(
    'button',
    { type: 'submit', value: 'reject', class: 'button quiet' },
    'Reject',
  );
  const rows = request.details.flatMap(([name, value]) => [
    createElement('dt', {}, name),
    createElement('dd', {}, value),
  ]);
  const dialog = createElement(
    'dialog',
    { class: 'wallet-dialog', 'aria-labelledby': 'wallet-dialog-title' },
    createElement('p', { class: 'demo-label' }, 'demo wallet: no real chain, no real money'),
    createElement('h2', { id: 'wallet-dialog-title' }, request.title),
    createElement('dl', {}, ...rows),
    // Reject stands first in reading order; the style puts both side by side.
    createElement('form', { method: 'dialog', class: 'row' }, reject, approve),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'approve');
    });
    dialog.showModal();
  });
}
