// The stops of the trail that need no wallet: the register (identify) and the map (a custom event).
import type { Chaintrail } from './chaintrail.js';
import { requireElement } from './elements.js';

const MAP_PRICE_USD = 12;

/** `onEvent` is told after each event, so that the list can look at once. */
export function setUpShop(chaintrail: Chaintrail, onEvent: () => void): void {
  const form = requireElement<HTMLFormElement>('register-form');
  const name = requireElement<HTMLInputElement>('register-name');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const trailName = name.value.trim();
    if (trailName === '') {
      requireElement('register-note').textContent = 'Write a trail name first. Any will do.';
      name.focus();
      return;
    }
    const userId = trailName.toLowerCase().replace(/\s+/g, '-');
    chaintrail.identify({ userId }, { display_name: trailName });
    requireElement('register-note').textContent = `Welcome, ${trailName}.`;
    onEvent();
  });

  let maps = 0;
  requireElement('buy-map').addEventListener('click', () => {
    maps += 1;
    chaintrail.track('map_bought', {
      item: 'North Ridge',
      revenue: MAP_PRICE_USD,
      currency: 'USD',
    });
    requireElement('map-note').textContent =
      maps === 1 ? 'One map, rolled up for you.' : `${maps} maps. You will not get lost.`;
    onEvent();
  });

  requireElement('start-over').addEventListener('click', () => {
    chaintrail.reset();
    location.reload();
  });
}
