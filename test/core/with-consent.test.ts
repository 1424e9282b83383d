// Consent that is withdrawn while a request is under way.
import { describe, expect, it } from 'vitest';
import { withConsent } from '../../src/core/consent.js';

describe('withConsent', () => {
  it('sends no request without consent, and ignores the answer to one that was under way', async () => {
    let isGranted = true;
    let requests = 0;
    const transport = withConsent(
      {
        send: async () => {
          requests += 1;
          isGranted = false;
          return { kind: 'retry', afterMs: 1_000 };
        },
      },
      () => isGranted,
    );
    expect(await transport.send(() => '[]', { last: false })).toEqual({ kind: 'delivered' });
    expect(await transport.send(() => '[]', { last: false })).toEqual({ kind: 'delivered' });
    expect(requests).toBe(1);
  });
});
