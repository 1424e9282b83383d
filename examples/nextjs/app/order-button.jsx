'use client';
// A button whose click the browser tells, and which asks the server for what only that knows.
import { useTracker } from 'chaintrail/react';
import { useState } from 'react';

export const OrderButton = () => {
  const tracker = useTracker();
  const [said, setSaid] = useState(`anonymous id: ${tracker.anonymousId() || 'none'}`);
  const order = async () => {
    tracker.track('order_clicked', { amount: 40 });
    const answer = await fetch('/orders', { method: 'POST', body: '{"amount":40}' });
    setSaid(answer.ok ? 'ordered' : `failed with ${answer.status}`);
  };
  return (
    <>
      <button type="button" onClick={order}>
        Order
      </button>
      <p role="status" suppressHydrationWarning>
        {said}
      </p>
    </>
  );
};
