// The list of stored events: newest first, each opening to its properties.
import type { StoredEvent } from '../answer.js';
import { createElement, shortenHex } from './elements.js';
import { summarizeEvent } from './event-summary.js';

export interface EventList {
  /** Shows `events`; what the visitor has opened stays open. Answers those not shown before. */
  show(events: readonly StoredEvent[]): readonly StoredEvent[];
}

export function createEventList(list: HTMLElement): EventList {
  const items = new Map<string, HTMLElement>();
  return {
    show(events) {
      const fresh = events.filter((event) => !items.has(event.message_id));
      if (fresh.length === 0 && events.length === items.size) return fresh;
      const isFirst = items.size === 0;
      for (const event of fresh) items.set(event.message_id, createItem(event, !isFirst));
      const kept = new Set(events.map((event) => event.message_id));
      for (const [id, item] of items) {
        if (kept.has(id)) continue;
        item.remove();
        items.delete(id);
      }
      placeInOrder(
        list,
        events.map((event) => items.get(event.message_id)),
      );
      return fresh;
    },
  };
}

/** Moves only what is out of place: a moved element would lose the keyboard's focus. */
function placeInOrder(list: HTMLElement, items: readonly (HTMLElement | undefined)[]): void {
  let next = list.firstElementChild;
  for (const item of items) {
    if (item === undefined) continue;
    if (item === next) next = next.nextElementSibling;
    else list.insertBefore(item, next);
  }
}

function createItem(event: StoredEvent, isNew: boolean): HTMLElement {
  const time = new Date(event.timestamp);
  const summary = createElement(
    'summary',
    {},
    createElement('span', { class: 'type', 'data-type': event.type }, event.type),
    createElement('span', { class: 'what' }, summarizeEvent(event)),
    createElement(
      'code',
      { class: 'address', title: event.address },
      event.address === '' ? '' : shortenHex(event.address),
    ),
    createElement(
      'time',
      { datetime: event.timestamp, title: time.toLocaleString() },
      time.toLocaleTimeString([], { timeStyle: 'medium', hourCycle: 'h23' }),
    ),
  );
  const details = createElement('details', {}, summary, createProperties(event));
  return createElement('li', isNew ? { class: 'new' } : {}, details);
}

function createProperties(event: StoredEvent): HTMLElement {
  const stored: Readonly<Record<string, unknown>> = {
    ...event.properties,
    ...(event.address === '' ? {} : { address: event.address }),
    ...(event.user_id === '' ? {} : { user_id: event.user_id }),
    message_id: event.message_id,
    received_at: event.received_at,
  };
  const rows = Object.entries(stored).flatMap(([name, value]) => [
    createElement('dt', {}, name),
    createElement('dd', {}, typeof value === 'string' ? value : JSON.stringify(value)),
  ]);
  return createElement('dl', { class: 'properties' }, ...rows);
}
