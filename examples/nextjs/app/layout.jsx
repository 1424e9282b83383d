// The provider goes straight into the layout: chaintrail/react is a client component by itself.
import { TrackerProvider } from 'chaintrail/react';

const options = {
  writeKey: process.env.NEXT_PUBLIC_WRITE_KEY,
  apiHost: process.env.NEXT_PUBLIC_API_HOST ?? 'http://127.0.0.1:4318',
};

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <TrackerProvider options={options}>{children}</TrackerProvider>
      </body>
    </html>
  );
}
