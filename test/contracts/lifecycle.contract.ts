// The requirements of every Lifecycle.
import { describe, expect, test } from 'vitest';
import type { Lifecycle } from '../../src/core/ports.js';

/** A page or process whose lifecycle the test controls. */
export interface LifecycleStage {
  readonly lifecycle: Lifecycle;
  hide(): void;
  leave(): void;
  show(): void;
  goOnline(): void;
}

export const describeLifecycle = (name: string, create: () => LifecycleStage) => {
  describe(`${name} is a Lifecycle`, () => {
    test('reports when it is hidden, left, shown and online again', () => {
      const stage = create();
      const told: string[] = [];
      stage.lifecycle.onHide((leaving) => told.push(leaving ? 'leaving' : 'hidden'));
      stage.lifecycle.onShow(() => told.push('shown'));
      stage.lifecycle.onOnline(() => told.push('online'));
      stage.hide();
      stage.show();
      stage.hide();
      stage.leave();
      stage.show();
      stage.goOnline();
      expect(told).toEqual(['hidden', 'shown', 'hidden', 'leaving', 'shown', 'online']);
    });

    test('reports to all listeners until they are removed', () => {
      const stage = create();
      const told: string[] = [];
      const offs = ['first', 'second'].map((who) => [
        stage.lifecycle.onHide(() => told.push(`${who} hidden`)),
        stage.lifecycle.onShow(() => told.push(`${who} shown`)),
        stage.lifecycle.onOnline(() => told.push(`${who} online`)),
      ]);
      for (const off of offs[0] ?? []) off();
      stage.leave();
      stage.show();
      stage.goOnline();
      for (const off of offs.flat()) off();
      stage.leave();
      stage.show();
      stage.goOnline();
      expect(told).toEqual(['second hidden', 'second shown', 'second online']);
    });

    test('says whether it is online', () => {
      expect(create().lifecycle.isOnline()).toBe(true);
    });
  });
};
