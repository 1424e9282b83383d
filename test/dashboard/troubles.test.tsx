// @vitest-environment happy-dom
// Errors that affect many panels are shown once above them; those of one panel are shown there.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { act } from 'preact/test-utils';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  BadRequestError,
  ConnectionError,
  PermissionDeniedError,
} from '../../src/client/errors.js';
import { Answered } from '../../src/dashboard/parts/panel.js';
import { TroubleBanner, WithTroubles } from '../../src/dashboard/parts/trouble-banner.js';
import { atMinute, useAnswer } from '../../src/dashboard/state/use-answer.js';
import { eventually } from '../support/eventually.js';
import { mount, remount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

type Ask = () => Promise<string>;

function Part({ name, ask }: { readonly name: string; readonly ask: Ask }) {
  const answer = useAnswer(name, ask);
  return (
    <section>
      <Answered answer={answer}>{(text) => <p class="text">{text}</p>}</Answered>
    </section>
  );
}

/** Errors are shown some frames after the failures. */
const untilTold = (expectTold: () => void) =>
  eventually(async () => {
    await act(() => pause());
    expectTold();
  });

const show = (parts: Readonly<Record<string, Ask>>) =>
  mount(
    <main tabIndex={-1}>
      <WithTroubles>
        {Object.entries(parts).map(([name, ask]) => (
          <Part key={name} name={name} ask={ask} />
        ))}
        <TroubleBanner />
      </WithTroubles>
    </main>,
  );

const failWith =
  (error: unknown): Ask =>
  () =>
    Promise.reject(error);
const failure = (status: number, message = '') => ({
  ...{ status, message, headers: new Headers(), attempts: 1 },
});
const titlesOf = (root: ParentNode) =>
  [...root.querySelectorAll('.problem-title')].map(({ textContent }) => textContent);
const textsOf = (root: ParentNode, selector: string) =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent);

it('a server that is down is reported once, and retrying queries all panels again', async () => {
  let isAway = true;
  const ask = async () => {
    if (isAway) throw new ConnectionError('away');
    return 'here';
  };
  const root = await show({ a: ask, b: ask, c: ask });
  await untilTold(() => {
    expect(titlesOf(root)).toEqual(['The server does not answer']);
    expect(root.querySelectorAll('[role=alert]')).toHaveLength(1);
    expect(textsOf(root, 'section .empty')).toEqual(Array(3).fill('Could not be loaded.'));
  });
  isAway = false;
  root.querySelector('button')?.focus();
  await act(async () => root.querySelector('button')?.click());
  await untilTold(() => {
    expect(textsOf(root, '.text')).toEqual(['here', 'here', 'here']);
    expect(titlesOf(root)).toEqual([]);
    // The button is gone, and the focus not with it.
    expect(document.activeElement?.tagName).toBe('MAIN');
  });
});

it('each error is shown once, with a remedy', async () => {
  const denied = (scope: string) => new PermissionDeniedError(failure(403, `It lacks ${scope}.`));
  const root = await show({
    a: failWith(denied('query:read')),
    b: failWith(denied('query:read')),
    c: failWith(denied('profiles:read')),
    d: failWith(new ApiError(failure(503, 'busy'))),
  });
  await untilTold(() => {
    expect(titlesOf(root)).toEqual([
      'This key lacks the scope query:read',
      'This key lacks the scope profiles:read',
      'The server could not answer',
    ]);
    expect(root.querySelectorAll('.trouble button:not(.copy)')).toHaveLength(1);
    // Retrying does not help against missing scopes.
    expect(textsOf(root, 'section .empty')).toEqual([
      ...Array(3).fill('Not available with this key.'),
      'Could not be loaded.',
    ]);
  });
});

it('an error of one query is shown in its panel', async () => {
  const root = await show({
    a: failWith(new BadRequestError(failure(400, 'no such field'))),
    b: async () => 'here',
  });
  await untilTold(() => {
    expect(textsOf(root, '.text')).toEqual(['here']);
    expect(root.querySelector('.trouble')?.textContent).toBe('');
    expect(titlesOf(root.querySelector('section') ?? root)).toEqual(['The request was rejected']);
  });
});

describe('earlier results', () => {
  const at = (question: string, ask: Ask, isTold = true) =>
    isTold ? (
      <WithTroubles>
        <TroubleBanner />
        <Part name={question} ask={ask} />
      </WithTroubles>
    ) : (
      <Part name={question} ask={ask} />
    );
  const here = async () => 'here';
  const away = failWith(new ConnectionError('away'));
  const minute = (minutes: number, of = 'a') => `${of} ${atMinute(minutes)}`;

  it('stay visible while the server is down, however often it is queried', async () => {
    const root = await mount(at(minute(1), here));
    for (const minutes of [2, 3]) {
      await remount(root, at(minute(minutes), away));
      await untilTold(() => expect(titlesOf(root)).toEqual(['The server does not answer']));
      expect(textsOf(root, '.text')).toEqual(['here']);
      expect(root.querySelector('.answered')?.getAttribute('aria-busy')).toBe('false');
    }
    await act(async () => root.querySelector('button')?.click());
    await act(() => pause());
    expect(textsOf(root, '.text')).toEqual(['here']);
    await remount(
      root,
      at(minute(4), async () => 'newer'),
    );
    await untilTold(() => expect(textsOf(root, '.text')).toEqual(['newer']));
    expect(titlesOf(root)).toEqual([]);
  });

  it('stay visible below the error if there is no banner', async () => {
    const root = await mount(at(minute(1), here, false));
    await remount(root, at(minute(2), away, false));
    await untilTold(() => expect(titlesOf(root)).toEqual(['The server does not answer']));
    expect(textsOf(root, '.text')).toEqual(['here']);
  });

  it.each([
    ['of another question', minute(2, 'b'), away],
    ['that the key may see no longer', minute(2), new PermissionDeniedError(failure(403, 'no'))],
    ['that is gone', minute(2), new BadRequestError(failure(400, 'no such field'))],
  ])('are removed for an answer %s', async (_, question, error) => {
    const root = await mount(at(minute(1), here));
    await remount(root, at(question, typeof error === 'function' ? error : failWith(error)));
    await untilTold(() => expect(titlesOf(root)).toHaveLength(1));
    expect(textsOf(root, '.text')).toEqual([]);
  });
});
