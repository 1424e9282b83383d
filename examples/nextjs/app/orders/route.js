// What only the server knows, recorded as the same visitor's: their ids come with the request's cookies.
import { createServerTracker, nextTracking } from 'chaintrail/node';
import { after } from 'next/server';

const tracker = createServerTracker({
  writeKey: process.env.NEXT_PUBLIC_WRITE_KEY,
  apiHost: process.env.NEXT_PUBLIC_API_HOST ?? 'http://127.0.0.1:4318',
});

export const POST = nextTracking(
  tracker,
  async (request) => {
    const { amount } = await request.json();
    tracker.track('order_placed', { revenue: amount });
    return Response.json({ ok: true });
  },
  { waitUntil: (work) => after(work) },
);
