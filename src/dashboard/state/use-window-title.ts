// Sets the window's title to the name of what the page shows, once that is known.
import { useLayoutEffect } from 'preact/hooks';

export function useWindowTitle(title: string | undefined): void {
  useLayoutEffect(() => {
    if (title) document.title = `${title} · Chaintrail`;
  }, [title]);
}
