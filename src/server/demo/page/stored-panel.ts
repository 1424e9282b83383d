// The panel "What Chaintrail stored": its state, its three numbers, its list.
import type { StoredEvent, VisitorAnswer } from '../answer.js';
import { requireElement } from './elements.js';
import { createEventList } from './event-list.js';

export interface StoredPanel {
  showAnswer(answer: VisitorAnswer, queued: number): void;
  showFailure(queued: number): void;
}

export function createStoredPanel(): StoredPanel {
  const panel = requireElement('stored');
  const status = requireElement('stored-status');
  const problem = requireElement('stored-problem');
  const jump = requireElement('jump-text');
  const announcement = requireElement('stored-announcement');
  const list = createEventList(requireElement('events'));
  watchJumpLink(panel);

  const setState = (state: 'empty' | 'live' | 'gone') => {
    panel.dataset.state = state;
  };

  return {
    showAnswer({ events, funnel }, queued) {
      const wasGone = panel.dataset.state === 'gone';
      setState(events.length === 0 ? 'empty' : 'live');
      setText(status, queued === 0 ? 'Live' : `Live, ${count(queued, 'event')} on the way`);
      setText(problem, '');
      setText(requireElement('funnel-pages'), String(funnel.pages));
      setText(requireElement('funnel-connects'), String(funnel.connects));
      setText(requireElement('funnel-transactions'), String(funnel.transactions));
      setText(jump, `${count(events.length, 'event')} stored`);
      const fresh = list.show(events);
      if (fresh.length > 0) setText(announcement, announce(fresh));
      else if (wasGone) setText(announcement, 'The server is back.');
    },
    showFailure(queued) {
      setState('gone');
      setText(status, 'Server unreachable');
      setText(problem, describeFailure(queued));
    },
  };
}

/** Leaves an unchanged text alone: if it were set again, a screen reader would read it out again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function announce(fresh: readonly StoredEvent[]): string {
  const types = fresh.slice(0, 5).map((event) => event.type);
  return `Stored: ${types.reverse().join(', ')}.`;
}

function describeFailure(queued: number): string {
  const waiting =
    queued === 0
      ? 'What you do now waits in this browser'
      : `${count(queued, 'event')} ${queued === 1 ? 'waits' : 'wait'} in this browser`;
  return `The Chaintrail server does not answer. ${waiting} until it is back.`;
}

/** On a phone the panel is below the trail: a link leads there while it is out of sight. */
function watchJumpLink(panel: HTMLElement): void {
  const link = requireElement('jump');
  new IntersectionObserver(([entry]) => {
    link.classList.toggle('away', entry?.isIntersecting === true);
  }).observe(panel);
}
