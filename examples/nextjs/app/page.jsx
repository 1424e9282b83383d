// Rendered on the server at each request, with a button that runs in the browser.
import { headers } from 'next/headers';
import { OrderButton } from './order-button.jsx';

export default async function Page() {
  const visitor = (await headers()).get('x-visitor') ?? 'visitor';
  return (
    <main>
      <h1>Hello {visitor}</h1>
      <OrderButton />
    </main>
  );
}
